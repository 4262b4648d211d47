/*
 * Steps of heat conduction along a rod, in two arrays of the caller.
 *
 * Expected: tiles of t and i, which compute one iteration more for each of their steps.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 61 /* points */
#endif
#ifndef T
#define T 11 /* steps */
#endif

static void heat(int steps, int n, double *restrict a, double *restrict b)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.3 * a[i - 1] + 0.4 * a[i] + 0.3 * a[i + 1];
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
    }
}

static unsigned int rng = 5u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

int main(void)
{
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);

    if (a == NULL || b == NULL)
        return 1;
    for (int i = 0; i < N; i++)
        a[i] = b[i] = value();
    heat(T, N, a, b);
    for (int i = 0; i < N; i++)
        printf("%a %a\n", a[i], b[i]);
    free(a);
    free(b);
    return 0;
}
