/*
 * Steps of heat conduction in a plane, from one array to another and back.
 */
#include <stdio.h>

#ifndef N
#define N 14 /* rows and columns */
#endif
#ifndef T
#define T 5 /* steps */
#endif

void heat(int n, int steps, double a[n][n], double b[n][n])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) / 5;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = (b[i][j] + b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]) / 5;
    }
}

static double a[N][N], b[N][N];

int main(void)
{
    unsigned seed = 12;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            seed = seed * 1664525u + 1013904223u;
            a[i][j] = (seed >> 8) / 1024.0;
            b[i][j] = i + j;
        }

    heat(N, T, a, b);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%a\n", a[i][j]);
    return 0;
}
