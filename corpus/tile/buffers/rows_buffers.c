/*
 * Smoothing of a line, whose steps alternate between two rows.
 *
 * Expected: a tile has its part of both rows.
 */
#include <stdio.h>

#ifndef N
#define N 40
#endif
#ifndef T
#define T 13
#endif

static void smooth(int steps, int n, const double in[n], double out[n])
{
    double u[2][n];

    for (int i = 0; i < n; i++)
        u[0][i] = u[1][i] = in[i];
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            u[(t + 1) % 2][i] = 0.25 * u[t % 2][i - 1] + 0.5 * u[t % 2][i] + 0.25 * u[t % 2][i + 1];
    for (int i = 0; i < n; i++)
        out[i] = u[steps % 2][i];
}

int main(void)
{
    static double in[N], out[N];

    for (int i = 0; i < N; i++)
        in[i] = (i * 37 + 11) % 101;
    for (int steps = 0; steps <= T; steps++) {
        smooth(steps, N, in, out);
        for (int i = 0; i < N; i++)
            printf("%a\n", out[i]);
    }
    return 0;
}
