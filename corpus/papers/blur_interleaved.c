/*
 * Two-stage 3x1 / 1x3 blur with the stages interleaved row by row.
 *
 * Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for
 * Arrays", Section 4, Figure 4(b). As there, out is indexed [x][y] and in is
 * read along its first index. Rows and columns have different extents here
 * (n rows y, m columns x), and each tap has its own weight.
 *
 * Expected:
 *   blurx   3 rows of m cells, blurx[y % 3][x]; 2m+1 cells along 2x - y
 */
#include <stdio.h>

#ifndef N
#define N 10 /* rows */
#endif
#ifndef M
#define M 8 /* columns */
#endif

void kernel(int n, int m, double in[m + 2][n], double out[m][n])
{
    double blurx[n][m];
    int x, y;

#pragma scop
    for (y = 0; y <= n - 1; ++y)
        for (x = 0; x <= m - 1; ++x) {
            /* S: along x */
            blurx[y][x] = 0.31 * in[x][y] + 0.43 * in[x + 1][y] + 0.27 * in[x + 2][y];
            /* T: along y, once three rows are there */
            if (y >= 2)
                out[x][y] = 0.29 * blurx[y - 2][x] + 0.41 * blurx[y - 1][x] + 0.33 * blurx[y][x];
        }
#pragma endscop
}

static unsigned int rng = 77u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

static double in[M + 2][N];
static double out[M][N];

int main(void)
{
    double checksum = 0.0;

    for (int x = 0; x < M + 2; ++x)
        for (int y = 0; y < N; ++y)
            in[x][y] = value();

    kernel(N, M, in, out);

    for (int x = 0; x < M; ++x)
        for (int y = 0; y < N; ++y)
            checksum = 0.996 * checksum + out[x][y];
    printf("checksum %a\n", checksum);
    for (int x = 0; x < M; ++x)
        for (int y = 2; y < N; ++y)
            printf("%a\n", out[x][y]);
    return 0;
}
