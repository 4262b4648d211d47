/*
 * Livermore loop 18: 2-D explicit hydrodynamics, with its time steps. The paper
 * of Song, Wang and Li calls it LL18.
 *
 * The published loop reads column 1 of za and row KN+1 of zb, which it never
 * writes; here the first nest computes them too.
 *
 * Expected: one loop over k inside the time steps, the rows of za and zb; with
 * --fuse=full the first nest is two, so that za keeps two cells.
 */
#include <stdio.h>

#ifndef N
#define N 24
#endif
#ifndef STEPS
#define STEPS 3
#endif

static double zm[N + 2][N + 2], zp[N + 2][N + 2], zq[N + 2][N + 2], zr[N + 2][N + 2];
static double zu[N + 2][N + 2], zv[N + 2][N + 2], zz[N + 2][N + 2];

static void kernel(void)
{
    double za[N + 2][N + 2], zb[N + 2][N + 2];
    const double s = 0.0041, t = 0.0037;
    int it, j, k;

    for (it = 0; it < STEPS; it++) {
        for (k = 1; k <= N; k++)
            for (j = 1; j <= N; j++) {
                za[k][j] = (zp[k + 1][j - 1] + zq[k + 1][j - 1] - zp[k][j - 1] - zq[k][j - 1]) *
                           (zr[k][j] + zr[k][j - 1]) / (zm[k][j - 1] + zm[k + 1][j - 1]);
                zb[k][j] = (zp[k][j - 1] + zq[k][j - 1] - zp[k][j] - zq[k][j]) *
                           (zr[k][j] + zr[k - 1][j]) / (zm[k][j] + zm[k][j - 1]);
            }

        for (k = 2; k < N; k++)
            for (j = 2; j < N; j++) {
                zu[k][j] += s * (za[k][j] * (zz[k][j] - zz[k][j + 1]) -
                                 za[k][j - 1] * (zz[k][j] - zz[k][j - 1]) -
                                 zb[k][j] * (zz[k][j] - zz[k - 1][j]) +
                                 zb[k + 1][j] * (zz[k][j] - zz[k + 1][j]));
                zv[k][j] += s * (za[k][j] * (zr[k][j] - zr[k][j + 1]) -
                                 za[k][j - 1] * (zr[k][j] - zr[k][j - 1]) -
                                 zb[k][j] * (zr[k][j] - zr[k - 1][j]) +
                                 zb[k + 1][j] * (zr[k][j] - zr[k + 1][j]));
            }

        for (k = 2; k < N; k++)
            for (j = 2; j < N; j++) {
                zr[k][j] = zr[k][j] + t * zu[k][j];
                zz[k][j] = zz[k][j] + t * zv[k][j];
            }
    }
}

int main(void)
{
    double checksum = 0.0;
    int j, k;

    for (k = 0; k < N + 2; k++)
        for (j = 0; j < N + 2; j++) {
            zm[k][j] = 1.0 + (k * 3 + j) % 7 / 8.0;
            zp[k][j] = (k * 13 + j * 7) % 17 / 16.0;
            zq[k][j] = (k * 5 + j * 11) % 19 / 16.0;
            zr[k][j] = (k * 3 + j * 5) % 23 / 16.0;
            zz[k][j] = (k * 7 + j * 3) % 29 / 16.0;
        }
    kernel();
    for (k = 0; k < N + 2; k++)
        for (j = 0; j < N + 2; j++)
            checksum = 0.995 * checksum + zr[k][j] + 0.75 * zz[k][j] + zu[k][j] - zv[k][j];
    printf("checksum %a\n", checksum);
    return 0;
}
