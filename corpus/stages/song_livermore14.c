/*
 * Livermore loop 14: 1-D particle in cell. The paper of Song, Wang and Li calls
 * it LL14 (three loops of one level; no shift is needed).
 *
 * ex, dex and rh are read and written at positions that are data; nothing else
 * depends on them between the loops.
 *
 * Expected: one loop; ix, xi, ex1, dex1, rx and ir become scalars.
 */
#include <stdio.h>

#ifndef N
#define N 200
#endif
#define CELLS 64

static double vx[N], xx[N], grd[N], ex[CELLS], dex[CELLS], rh[CELLS + 2];

static void kernel(double flx)
{
    double xi[N], ex1[N], dex1[N], rx[N];
    int ix[N], ir[N];
    int k;

    for (k = 0; k < N; k++) {
        vx[k] = 0.0;
        xx[k] = 0.0;
        ix[k] = (int)grd[k];
        xi[k] = (double)ix[k];
        ex1[k] = ex[ix[k] - 1];
        dex1[k] = dex[ix[k] - 1];
    }
    for (k = 0; k < N; k++) {
        vx[k] = vx[k] + ex1[k] + (xx[k] - xi[k]) * dex1[k];
        xx[k] = xx[k] + vx[k] + flx;
        ir[k] = (int)xx[k];
        rx[k] = xx[k] - ir[k];
        ir[k] = (ir[k] & (CELLS - 1)) + 1;
        xx[k] = rx[k] + ir[k];
    }
    for (k = 0; k < N; k++) {
        rh[ir[k] - 1] += 1.0 - rx[k];
        rh[ir[k]] += rx[k];
    }
}

int main(void)
{
    double checksum = 0.0;
    int k;

    for (k = 0; k < N; k++)
        grd[k] = 1.0 + k * 37 % (4 * (CELLS - 1)) / 4.0;
    for (k = 0; k < CELLS; k++) {
        ex[k] = k * 5 % 13 / 8.0;
        dex[k] = k * 3 % 11 / 16.0;
    }
    kernel(2.25);
    for (k = 0; k < N; k++)
        checksum = 0.99 * checksum + xx[k] + vx[k];
    for (k = 0; k < CELLS + 2; k++)
        checksum = 0.99 * checksum + rh[k];
    printf("checksum %a\n", checksum);
    return 0;
}
