/*
 * Four nests over one grid, after Livermore loop 18.
 *
 * Song, Wang, Li: "A Polynomial-Time Algorithm for Memory Space Reduction",
 * Example 2: ZA(J,K) is za[k][j] here. Its column 1 and the row KN+1 of zb are
 * read and never written: two vectors hold these edges, copied in first.
 *
 * Expected: three stages one row ahead, the second in step with the last; rows
 * of za and zb (with inner loops fused too: 2 cells and JN + 1).
 */
#include <stdio.h>

#ifndef N
#define N 24
#endif
#ifndef KN
#define KN 20
#endif
#define JN N

static double zp[KN + 2][JN + 1], zq[KN + 2][JN + 1], zr[KN + 2][JN + 1], zz[KN + 2][JN + 1];
static double left[KN + 2], top[JN + 1];

static void kernel(void)
{
    double za[KN + 2][JN + 1], zb[KN + 2][JN + 1];
    int j, k;

    for (k = 2; k <= KN; k++) {
        za[k][1] = left[k];
        for (j = 2; j <= JN; j++)
            za[k][j] = zp[k + 1][j - 1] + zr[k - 1][j - 1];
    }

    for (k = 2; k <= KN + 1; k++)
        for (j = 2; j <= JN; j++)
            zb[k][j] = k <= KN ? zq[k][j - 1] + zz[k][j] : top[j];

    for (k = 2; k <= KN; k++)
        for (j = 2; j <= JN; j++)
            zp[k][j] = zp[k][j] + za[k][j] - za[k][j - 1] - zb[k][j] + zb[k + 1][j];

    for (k = 2; k <= KN; k++)
        for (j = 2; j <= JN; j++)
            zq[k][j] = zq[k][j] + za[k][j] + za[k][j - 1] + zb[k][j] + zb[k + 1][j];
}

int main(void)
{
    double checksum = 0.0;
    int j, k;

    for (k = 0; k < KN + 2; k++) {
        left[k] = k % 7 / 8.0;
        for (j = 0; j <= JN; j++) {
            zp[k][j] = (k * 13 + j * 7) % 17 / 16.0;
            zq[k][j] = (k * 5 + j * 11) % 19 / 16.0;
            zr[k][j] = (k * 3 + j * 5) % 23 / 16.0;
            zz[k][j] = (k * 7 + j * 3) % 29 / 16.0;
        }
    }
    for (j = 0; j <= JN; j++)
        top[j] = j % 5 / 4.0;
    kernel();
    for (k = 0; k < KN + 2; k++)
        for (j = 0; j <= JN; j++)
            checksum = 0.995 * checksum + zp[k][j] + 0.75 * zq[k][j];
    printf("checksum %a\n", checksum);
    return 0;
}
