/*
 * Steps of heat conduction along a line, in two arrays in turn.
 *
 * Expected: tiles of t and i + 2*t; the second loop is one point behind.
 */
#include <stdio.h>

#ifndef N
#define N 23 /* points */
#endif
#ifndef T
#define T 13 /* steps */
#endif

static void kernel(int steps, int n, double *restrict a, double *restrict b)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.3 * a[i - 1] + 0.4 * a[i] + 0.3 * a[i + 1];
        for (int i = 1; i < n - 1; i++)
            a[i] = 0.25 * b[i - 1] + 0.5 * b[i] + 0.25 * b[i + 1];
    }
}

static unsigned int rng = 11u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

int main(void)
{
    static double a[N], b[N];
    double sum = 0.0;

    for (int i = 0; i < N; i++)
        a[i] = b[i] = value();
    kernel(T, N, a, b);
    for (int i = 0; i < N; i++)
        sum = 0.99 * sum + a[i];
    printf("%a\n", sum);
    for (int i = 0; i < N && i < 40; i++)
        printf("%a\n", a[i]);
    return 0;
}
