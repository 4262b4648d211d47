/*
 * Gauss-Seidel relaxation of a plane.
 *
 * Expected: a tile has its part of the plane.
 */
#include <stdio.h>

#ifndef N
#define N 19
#endif
#ifndef T
#define T 5
#endif

static void relax(int steps, int n, double a[n][n])
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = 0.2 * (a[i - 1][j] + a[i][j - 1] + a[i][j] + a[i][j + 1] + a[i + 1][j]);
}

int main(void)
{
    static double a[N][N];

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 37 + j * 11) % 101;
    for (int steps = 1; steps <= T; steps++) {
        relax(steps, N, a);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                printf("%a\n", a[i][j]);
    }
    return 0;
}
