/*
 * Sweeps over a plane in place: each point uses eight neighbours.
 */
#include <stdio.h>

#ifndef N
#define N 12 /* rows and columns */
#endif
#ifndef T
#define T 4 /* sweeps */
#endif

void sweeps(int n, int t_end, double a[n][n])
{
    for (int t = 0; t < t_end; t++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1]
                       + a[i][j - 1] + a[i][j] + a[i][j + 1]
                       + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) / 9;
}

static double a[N][N];

int main(void)
{
    unsigned seed = 12;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            seed = seed * 1664525u + 1013904223u;
            a[i][j] = (seed >> 8) / 1024.0;
        }

    sweeps(N, T, a);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%a\n", a[i][j]);
    return 0;
}
