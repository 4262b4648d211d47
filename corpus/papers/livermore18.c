/*
 * Explicit hydrodynamics fragment, after Livermore loop 18.
 *
 * Song, Wang, Li: "A Polynomial-Time Algorithm for Memory Space Reduction",
 * Example 2, Figure 3(a). Fortran's ZA(J,K) is za[k][j] here, with the same
 * 1-based indices.
 *
 * Completed: ZA(1,K) and ZB(J,KN+1) are read but not written by the nests (the
 * paper splits them off as the non-local regions ZA0 and ZB0). za and zb are
 * local here, so two parameters provide these edges.
 *
 * Expected:
 *   as written    za, zb: nothing but the unused rim can go, every value waits
 *                 for the last nest
 *   after shift and fuse (the paper's result)
 *                 za 2 cells and zb about JN cells, plus the edges
 */
#include <stdio.h>

#ifndef N
#define N 11
#endif
#define JN N
#ifndef KN
#define KN 8
#endif

typedef double grid[KN + 2][JN + 1];

static void kernel(grid zp, grid zq, grid zr, grid zz, const double za_edge[KN + 2], const double zb_edge[JN + 1])
{
    int j, k;
    double za[KN + 2][JN + 1];
    double zb[KN + 2][JN + 1];

    for (k = 2; k <= KN; k++)
        za[k][1] = za_edge[k];
    for (j = 2; j <= JN; j++)
        zb[KN + 1][j] = zb_edge[j];

    /* L1 */
    for (k = 2; k <= KN; k++)
        for (j = 2; j <= JN; j++)
            za[k][j] = zp[k + 1][j - 1] + zr[k - 1][j - 1];

    /* L2 */
    for (k = 2; k <= KN; k++)
        for (j = 2; j <= JN; j++)
            zb[k][j] = zq[k][j - 1] + zz[k][j];

    /* L3 */
    for (k = 2; k <= KN; k++)
        for (j = 2; j <= JN; j++)
            zp[k][j] = zp[k][j] + za[k][j] - za[k][j - 1] - zb[k][j] + zb[k + 1][j];

    /* L4 */
    for (k = 2; k <= KN; k++)
        for (j = 2; j <= JN; j++)
            zq[k][j] = zq[k][j] + za[k][j] + za[k][j - 1] + zb[k][j] + zb[k + 1][j];
}

static unsigned int rng = 18u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777259.0;
}

static grid zp, zq, zr, zz;

int main(void)
{
    double za_edge[KN + 2], zb_edge[JN + 1], checksum = 0.0;
    int j, k;

    for (k = 0; k < KN + 2; k++)
        za_edge[k] = value();
    for (j = 0; j < JN + 1; j++)
        zb_edge[j] = value();
    for (k = 0; k < KN + 2; k++)
        for (j = 0; j < JN + 1; j++) {
            zp[k][j] = value();
            zq[k][j] = value();
            zr[k][j] = value();
            zz[k][j] = value();
        }

    kernel(zp, zq, zr, zz, za_edge, zb_edge);

    for (k = 2; k <= KN; k++)
        for (j = 2; j <= JN; j++)
            checksum = 0.995 * checksum + zp[k][j] + 0.77 * zq[k][j];
    printf("checksum %a\n", checksum);
    for (k = 2; k <= KN; k++)
        for (j = 2; j <= JN; j++)
            printf("%a %a\n", zp[k][j], zq[k][j]);
    return 0;
}
