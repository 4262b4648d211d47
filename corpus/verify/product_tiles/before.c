/*
 * The product of two matrices.
 */
#include <stdio.h>

#ifndef N
#define N 13 /* rows and columns */
#endif

void product(int n, double a[n][n], double b[n][n], double c[n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i][j] = 0;
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

static double a[N][N], b[N][N], c[N][N];

int main(void)
{
    unsigned seed = 12;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            seed = seed * 1664525u + 1013904223u;
            a[i][j] = (seed >> 8) / 1024.0;
            b[i][j] = (seed >> 4) % 77 / 3.0;
        }

    product(N, a, b, c);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%a\n", c[i][j]);
    return 0;
}
