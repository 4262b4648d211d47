/* A size in a local without a sign, and a test that nothing wraps around: for fewer than four rows,
   no iteration is executed. */
#include <stdio.h>

#ifndef N
#define N 12
#endif

static void add(unsigned size, unsigned w, const int in[restrict], int out[restrict])
{
    const unsigned h = size;
    for (unsigned y = 0; y + 3 < h; y++)
        for (unsigned x = 0; x < w; x++)
            out[y * w + x] += in[x];
}

int main(void)
{
    static int in[5], out[N * 5];
    for (int x = 0; x < 5; x++)
        in[x] = 3 * x + 1;
    add(N, 5, in, out);
    add(2, 5, in, out);
    for (int k = 0; k < N * 5; k++)
        printf("%d ", out[k]);
    puts("");
    return 0;
}
