/*
 * LU decomposition in place: loops whose bounds are counters of others.
 *
 * Expected: tiles of i, j and k, the division in the tile of k that contains j.
 */
#include <stdio.h>

#ifndef N
#define N 13 /* rows */
#endif

static double a[N][N];

static void decompose(void)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[k][j];
            a[i][j] /= a[j][j];
        }
        for (int j = i; j < N; j++)
            for (int k = 0; k < i; k++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

static unsigned int rng = 16u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = value() + (i == j ? N : 0);
    decompose();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%a\n", a[i][j]);
    return 0;
}
