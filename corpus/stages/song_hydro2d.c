/*
 * Galactic jets, in the manner of SPEC's hydro2d: ten nests of two levels, fused at
 * the outer level in the paper of Song, Wang and Li. A step of flux-corrected
 * transport: pressure, fluxes both ways, low-order state, antidiffusive fluxes, their
 * limits, new state. A kernel of the same shape.
 *
 * Expected: one loop over rows inside the steps; every array between the nests keeps a
 * few rows.
 */
#include <stdio.h>

#ifndef N
#define N 20
#endif
#ifndef STEPS
#define STEPS 2
#endif

static double ro[N][N], en[N][N];

static double least(double a, double b)
{
    return a < b ? a : b;
}

static void kernel(void)
{
    double pr[N][N], vz[N][N], fz[N][N], fr[N][N], low[N][N];
    double az[N][N], ar[N][N], limit[N][N], cz[N][N], cr[N][N];
    const double dt = 0.01, mu = 0.125;

    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                pr[i][j] = 0.4 * en[i][j];

        for (int i = 1; i < N; i++)
            for (int j = 1; j < N; j++)
                vz[i][j] = (pr[i][j] - pr[i - 1][j - 1]) / (ro[i][j] + 1.0);

        for (int i = 1; i < N; i++)
            for (int j = 1; j < N; j++)
                fz[i][j] = 0.5 * vz[i][j] * (ro[i][j] + ro[i - 1][j]);

        for (int i = 1; i < N; i++)
            for (int j = 1; j < N; j++)
                fr[i][j] = 0.5 * vz[i][j] * (ro[i][j] + ro[i][j - 1]);

        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                low[i][j] = ro[i][j] - dt * (fz[i + 1][j] - fz[i][j] + fr[i][j + 1] - fr[i][j]);

        for (int i = 2; i < N - 1; i++)
            for (int j = 2; j < N - 1; j++)
                az[i][j] = mu * (low[i][j] - low[i - 1][j]);

        for (int i = 2; i < N - 1; i++)
            for (int j = 2; j < N - 1; j++)
                ar[i][j] = mu * (low[i][j] - low[i][j - 1]);

        for (int i = 2; i < N - 1; i++)
            for (int j = 2; j < N - 1; j++)
                limit[i][j] = least(1.0, 0.5 * (low[i][j] * low[i][j] + 0.1) / (az[i][j] * az[i][j] + ar[i][j] * ar[i][j] + 0.1));

        for (int i = 3; i < N - 1; i++)
            for (int j = 3; j < N - 1; j++) {
                cz[i][j] = least(limit[i][j], limit[i - 1][j]) * az[i][j];
                cr[i][j] = least(limit[i][j], limit[i][j - 1]) * ar[i][j];
            }

        for (int i = 3; i < N - 2; i++)
            for (int j = 3; j < N - 2; j++) {
                ro[i][j] = low[i][j] - (cz[i + 1][j] - cz[i][j]) - (cr[i][j + 1] - cr[i][j]);
                en[i][j] = en[i][j] - dt * pr[i][j] * (vz[i + 1][j] - vz[i][j]);
            }
    }
}

int main(void)
{
    double checksum = 0.0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            ro[i][j] = 1.0 + (i * 13 + j * 7) % 17 / 16.0;
            en[i][j] = 2.0 + (i * 5 + j * 11) % 19 / 16.0;
        }
    kernel();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            checksum = 0.995 * checksum + ro[i][j] + 0.25 * en[i][j];
    printf("checksum %a\n", checksum);
    return 0;
}
