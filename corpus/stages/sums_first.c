/*
 * Two products of matrices in a row; each result is cleared by a nest of its own.
 *
 * Expected: one loop; c one row.
 */
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 10
#endif

static void product(int n, double a[n][n], double b[n][n], double d[n][n], double e[n][n])
{
    double c[n][n];
    int i, j, k;

    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            c[i][j] = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            for (k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            e[i][j] = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            for (k = 0; k < n; k++)
                e[i][j] += c[i][k] * d[k][j];
}

static double a[N][N], b[N][N], d[N][N], e[N][N];

int main(void)
{
    double sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 5 % 7) + (j * 3 % 4) / 4.0;
            b[i][j] = (i * 3 % 5) - (j * 7 % 3) / 2.0;
            d[i][j] = (i * 2 % 3) + (j * 5 % 6) / 8.0;
        }
    product(N, a, b, d, e);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = 0.5 * sum + e[i][j];
    printf("the checksum is %a\n", sum);
    return 0;
}
