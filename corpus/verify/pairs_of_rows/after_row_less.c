/* verify: refuted
 * One row too few.
 */
#include <stdio.h>

#ifndef N
#define N 12 /* rows */
#endif

static void copy(size_t h, const int *in, int *out)
{
    for (size_t y = 1; 2 * y < h + 2; y++)
        for (size_t row = 2 * y - 2; row < 2 * y; row++)
            if (row + 3 < h)
                out[row] = in[row];
}

static int in[N], out[N];

int main(void)
{
    int sum = 0;

    for (int i = 0; i < N; i++)
        in[i] = i * i % 17;
    copy(N, in, out);
    for (int i = 0; i < N; i++)
        sum = 3 * sum + out[i] % 5;
    printf("%d\n", sum);
    return 0;
}
