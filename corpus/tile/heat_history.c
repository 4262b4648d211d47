/*
 * Heat conduction with an array row per step; the ends of a row are copied on.
 *
 * Expected: tiles of t and i + t; the ends in the first tile of each strip of steps.
 */
#include <stdio.h>

#ifndef N
#define N 17 /* points */
#endif
#ifndef T
#define T 12 /* steps */
#endif

static void kernel(int steps, int n, const double in[n], double out[n])
{
    double u[steps + 1][n];

    for (int i = 0; i < n; i++)
        u[0][i] = in[i];
    for (int t = 0; t < steps; t++) {
        u[t + 1][0] = u[t][0];
        u[t + 1][n - 1] = u[t][n - 1];
        for (int i = 1; i < n - 1; i++)
            u[t + 1][i] = 0.25 * u[t][i - 1] + 0.5 * u[t][i] + 0.25 * u[t][i + 1];
    }
    for (int i = 0; i < n; i++)
        out[i] = u[steps][i];
}

static unsigned int rng = 17u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

int main(void)
{
    static double in[N], out[N];
    double sum = 0.0;

    for (int i = 0; i < N; i++)
        in[i] = value();
    kernel(T, N, in, out);
    for (int i = 0; i < N; i++)
        sum = 0.99 * sum + out[i];
    printf("%a\n", sum);
    for (int i = 0; i < N && i < 40; i++)
        printf("%a\n", out[i]);
    return 0;
}
