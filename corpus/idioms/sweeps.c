/*
 * Tridiagonal solves along lines (Thomas algorithm) and a red-black sweep: each
 * line overwrites the coefficients of the line before.
 *
 * Expected:
 *   c, d   one row of N, although the loops end at n: a modulo for the two
 *          elements less that n allows is not worth it
 *   sum    one row, although only half of it is read late
 *   star   one scalar
 */
#include <stdio.h>

#ifndef N
#define N 14
#endif

static void lines(double u[N][N], double f[N][N], int n)
{
    double c[N][N], d[N][N];

    for (int i = 1; i < n - 1; i++) {
        c[i][0] = 0.0;
        d[i][0] = u[i][0];
        for (int j = 1; j < n - 1; j++) {
            double m = 4.0 - c[i][j - 1];
            c[i][j] = 1.0 / m;
            d[i][j] = (u[i - 1][j] + u[i + 1][j] - f[i][j] + d[i][j - 1]) / m;
        }
        for (int j = n - 2; j > 0; j--)
            u[i][j] = d[i][j] + c[i][j] * u[i][j + 1];
    }
}

static void halves(double u[N][N], double out[N])
{
    double sum[N][N + 1];

    for (int i = 0; i < N; i++) {
        sum[i][0] = 0.0;
        for (int j = 0; j < N; j++)
            sum[i][j + 1] = sum[i][j] + u[i][j];
        out[i] = sum[i][N] - 2.0 * sum[i][N / 2];
    }
}

static void red_black(double u[N][N], double f[N][N], double omega)
{
    double star[N][N];

    for (int color = 0; color < 2; color++)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1 + (i + color) % 2; j < N - 1; j += 2) {
                star[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]);
                u[i][j] += omega * (star[i][j] - u[i][j]);
            }
}

int main(void)
{
    static double u[N][N], f[N][N], out[N];

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            u[i][j] = i * 0.3 - j * 0.2;
            f[i][j] = ((i * 5 + j * 3) % 7) * 0.01;
        }
    lines(u, f, N);
    red_black(u, f, 1.3);
    lines(u, f, N - 1);
    halves(u, out);
    for (int i = 0; i < N; i++) {
        printf("out[%d] %a\n", i, out[i]);
        for (int j = 0; j < N; j++)
            printf("%a\n", u[i][j]);
    }
    return 0;
}
