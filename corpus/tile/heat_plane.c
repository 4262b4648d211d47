/*
 * Steps of heat conduction in a plane, in two arrays in turn.
 *
 * Expected: tiles of t, i + 2*t and j + 2*t; the second pair of loops is one point behind.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 12 /* points of a side */
#endif
#ifndef T
#define T 9 /* steps */
#endif

static void kernel(int steps, int n, double (*restrict a)[n], double (*restrict b)[n])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][j + 1] + b[i - 1][j] + b[i + 1][j]);
    }
}

static unsigned int rng = 21u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

int main(void)
{
    double (*a)[N] = malloc(N * sizeof *a), (*b)[N] = malloc(N * sizeof *b);
    double sum = 0.0;

    if (a == NULL || b == NULL)
        return 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = b[i][j] = value();
    kernel(T, N, a, b);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = 0.99 * sum + a[i][j];
    printf("%a\n", sum);
    for (int i = 0; i < N && i < 40; i++)
        printf("%a\n", a[i][i]);
    free(a);
    free(b);
    return 0;
}
