/*
 * The smoother of a multigrid solver, after psinv of the NAS benchmark mg: two line
 * buffers inside two loops. In the table of Song, Wang and Li: mg (two nests of one
 * level); the buffers are small beside the grids.
 *
 * Expected: one inner loop; r1 and r2 keep 3 and 2 cells or less than 4.
 */
#include <stdio.h>

#ifndef N
#define N 12
#endif

static double r[N][N][N], u[N][N][N];

static void kernel(void)
{
    double r1[N], r2[N];
    const double c0 = -0.375, c1 = 0.03125, c2 = -0.015625;

    for (int i3 = 1; i3 < N - 1; i3++)
        for (int i2 = 1; i2 < N - 1; i2++) {
            for (int i1 = 0; i1 < N; i1++) {
                r1[i1] = r[i3][i2 - 1][i1] + r[i3][i2 + 1][i1] + r[i3 - 1][i2][i1] + r[i3 + 1][i2][i1];
                r2[i1] = r[i3 - 1][i2 - 1][i1] + r[i3 - 1][i2 + 1][i1] + r[i3 + 1][i2 - 1][i1] + r[i3 + 1][i2 + 1][i1];
            }
            for (int i1 = 1; i1 < N - 1; i1++)
                u[i3][i2][i1] = u[i3][i2][i1] + c0 * r[i3][i2][i1] +
                                c1 * (r[i3][i2][i1 - 1] + r[i3][i2][i1 + 1] + r1[i1]) +
                                c2 * (r2[i1] + r1[i1 - 1] + r1[i1 + 1]);
        }
}

int main(void)
{
    double checksum = 0.0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                r[i][j][k] = (i * 13 + j * 7 + k * 3) % 17 / 16.0;
    kernel();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                checksum = 0.995 * checksum + u[i][j][k];
    printf("checksum %a\n", checksum);
    return 0;
}
