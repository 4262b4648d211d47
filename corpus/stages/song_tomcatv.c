/*
 * Mesh generation in the manner of SPEC's tomcatv: residuals on a grid of points,
 * their size, a tridiagonal system along each row, new points. In the table of Song,
 * Wang and Li: five nests, fused at the outer level. Lines are solved along rows here,
 * so no interchange is needed.
 *
 * Expected: one loop over rows inside the iterations; rx, ry, aa, dd and d keep
 * 2 rows or less.
 */
#include <stdio.h>

#ifndef N
#define N 24
#endif
#ifndef ITERATIONS
#define ITERATIONS 3
#endif

static double x[N][N], y[N][N];

static double kernel(void)
{
    double rx[N][N], ry[N][N], aa[N][N], dd[N][N], d[N][N], size = 0.0;

    for (int it = 0; it < ITERATIONS; it++) {
        /* residuals and coefficients */
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++) {
                const double xx = x[i][j + 1] - x[i][j - 1], yx = y[i][j + 1] - y[i][j - 1];
                const double xy = x[i + 1][j] - x[i - 1][j], yy = y[i + 1][j] - y[i - 1][j];
                const double a = 0.25 * (xy * xy + yy * yy), b = 0.25 * (xx * xx + yx * yx);
                const double c = 0.125 * (xx * xy + yx * yy);
                const double pxx = x[i][j + 1] - 2.0 * x[i][j] + x[i][j - 1];
                const double qxx = y[i][j + 1] - 2.0 * y[i][j] + y[i][j - 1];
                const double pyy = x[i + 1][j] - 2.0 * x[i][j] + x[i - 1][j];
                const double qyy = y[i + 1][j] - 2.0 * y[i][j] + y[i - 1][j];
                const double pxy = x[i + 1][j + 1] - x[i + 1][j - 1] - x[i - 1][j + 1] + x[i - 1][j - 1];
                const double qxy = y[i + 1][j + 1] - y[i + 1][j - 1] - y[i - 1][j + 1] + y[i - 1][j - 1];
                aa[i][j] = -b;
                dd[i][j] = b + b + a * 1.02;
                rx[i][j] = a * pxx + b * pyy - c * pxy;
                ry[i][j] = a * qxx + b * qyy - c * qxy;
            }

        /* their size */
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                size += rx[i][j] * rx[i][j] + ry[i][j] * ry[i][j];

        /* elimination along each row */
        for (int i = 1; i < N - 1; i++) {
            d[i][1] = 1.0 / dd[i][1];
            for (int j = 2; j < N - 1; j++) {
                const double r = aa[i][j] * d[i][j - 1];
                d[i][j] = 1.0 / (dd[i][j] - aa[i][j - 1] * r);
                rx[i][j] -= rx[i][j - 1] * r;
                ry[i][j] -= ry[i][j - 1] * r;
            }
        }

        /* and back */
        for (int i = 1; i < N - 1; i++) {
            rx[i][N - 2] *= d[i][N - 2];
            ry[i][N - 2] *= d[i][N - 2];
            for (int j = N - 3; j >= 1; j--) {
                rx[i][j] = (rx[i][j] - aa[i][j] * rx[i][j + 1]) * d[i][j];
                ry[i][j] = (ry[i][j] - aa[i][j] * ry[i][j + 1]) * d[i][j];
            }
        }

        /* new points */
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++) {
                x[i][j] += rx[i][j];
                y[i][j] += ry[i][j];
            }
    }
    return size;
}

int main(void)
{
    double checksum;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            x[i][j] = j + (i * 13 + j * 7) % 17 / 64.0;
            y[i][j] = i + (i * 5 + j * 11) % 19 / 64.0;
        }
    checksum = kernel();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            checksum = 0.995 * checksum + x[i][j] - 0.5 * y[i][j];
    printf("checksum %a\n", checksum);
    return 0;
}
