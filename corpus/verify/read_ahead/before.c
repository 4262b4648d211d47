/*
 * Differences of neighbouring samples, which the caller counts.
 */
#include <stdio.h>

#ifndef N
#define N 20
#endif

static void differences(int n, const float *restrict in, float *restrict out)
{
    for (int i = 0; i < n - 1; i++)
        out[i] = in[i + 1] - in[i];
}

static float in[N], out[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        in[i] = (i * 7) % 11;
    differences(N, in, out);
    for (int i = 0; i < N - 1; i++)
        printf("%a\n", out[i]);
    return 0;
}
