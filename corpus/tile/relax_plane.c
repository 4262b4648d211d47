/*
 * Gauss-Seidel sweeps over a plane with nine points, in place; counters as in C89.
 *
 * Expected: tiles of t, i + t and a skewed j; no second array.
 */
#include <stdio.h>

#ifndef N
#define N 11 /* points of a side */
#endif
#ifndef T
#define T 7 /* sweeps */
#endif

static double a[N][N];

static void kernel(void)
{
    int t, i, j;

    for (t = 0; t < T; t++)
        for (i = 1; i <= N - 2; i++)
            for (j = 1; j <= N - 2; j++)
                a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1]
                           + a[i][j - 1] + a[i][j] + a[i][j + 1]
                           + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) / 9.0;
}

static unsigned int rng = 12u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

int main(void)
{
    double sum = 0.0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = value();
    kernel();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = 0.99 * sum + a[i][j];
    printf("%a\n", sum);
    for (int i = 0; i < N && i < 40; i++)
        printf("%a\n", a[i][i]);
    return 0;
}
