/*
 * papers/blur_interleaved.c with three rolling rows, written by hand: what its
 * fold is compared with.
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
    double blurx[3][m];
    int x, y;

#pragma scop
    for (y = 0; y <= n - 1; ++y)
        for (x = 0; x <= m - 1; ++x) {
            /* S: along x */
            blurx[y % 3][x] = 0.31 * in[x][y] + 0.43 * in[x + 1][y] + 0.27 * in[x + 2][y];
            /* T: along y, once three rows are there */
            if (y >= 2)
                out[x][y] = 0.29 * blurx[(y + 1) % 3][x] + 0.41 * blurx[(y + 2) % 3][x] + 0.33 * blurx[y % 3][x];
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
