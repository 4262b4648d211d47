/*
 * Jacobi's method for a plane. Rows are hexagons in time; columns are divided, too.
 */
#include <stdio.h>

#ifndef N
#define N 34
#endif
#ifndef T
#define T 19
#endif

static void jacobi(int steps, int n, double a[n][n], double b[n][n])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j] + a[i - 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = b[i][j];
    }
}

int main(void)
{
    static double a[N][N], b[N][N];

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 31 + j * 17) % 103;
    jacobi(T, N, a, b);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%a\n", a[i][j]);
    return 0;
}
