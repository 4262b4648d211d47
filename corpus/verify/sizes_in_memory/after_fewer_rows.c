/* verify: refuted
 * The last row stays.
 */
#include <stdio.h>

#ifndef N
#define N 17 /* elements of a row */
#endif
#ifndef M
#define M 13 /* rows */
#endif

void scale(int *head, const float *in, float *out)
{
    int w = head[0], h = head[1];
    for (int y = 0; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = 2 * in[y * w + x];
    head[0] = 7;
    int sum = head[0] + head[1];
    for (int i = 0; i < sum; i++)
        head[i + 2] = i;
}

int main(void)
{
    static int head[2 + 7 + M] = {N, M};
    static float in[M * N], out[M * N];
    for (int i = 0; i < M * N; i++)
        in[i] = i % 19;
    scale(head, in, out);
    float all = 0;
    for (int i = 0; i < M * N; i++)
        all += out[i] * (i % 3);
    printf("%g %d\n", all, head[8]);
    return 0;
}
