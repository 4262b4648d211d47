/*
 * Line buffers of a multigrid level: smooth, residual, restriction along the rows.
 *
 * Expected:
 *   v      3 rows
 *   r      one row or less
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef H
#define H 13 /* rows */
#endif
#ifndef W
#define W 15 /* columns */
#endif

static double v[H][W], r[H][W];

static void kernel(double u[H][W], double f[H][W], double coarse[H][W])
{
    /* one weighted Jacobi sweep; the border stays */
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++) {
            if (i > 0 && i < H - 1 && j > 0 && j < W - 1)
                v[i][j] = 0.2 * u[i][j] + 0.2 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] + f[i][j]);
            else
                v[i][j] = u[i][j];
        }

    for (int i = 1; i < H - 1; i++)
        for (int j = 1; j < W - 1; j++)
            r[i][j] = f[i][j] - 4 * v[i][j] + v[i - 1][j] + v[i + 1][j] + v[i][j - 1] + v[i][j + 1];

    for (int i = 1; i < H - 1; i++)
        for (int j = 1; j < (W - 1) / 2; j++)
            coarse[i][j] = 0.25 * r[i][2 * j - 1] + 0.5 * r[i][2 * j] + 0.25 * r[i][2 * j + 1];
}

static uint32_t state = 12345u;

static uint32_t noise(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static uint64_t fnv(uint64_t hash, const void *data, size_t bytes)
{
    const unsigned char *p = data;

    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ p[i]) * 1099511628211u;
    return hash;
}

static double u[H][W];
static double f[H][W];
static double coarse[H][W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof u / sizeof(double); i++)
        ((double *)u)[i] = noise() / 16777216.0;
    for (size_t i = 0; i < sizeof f / sizeof(double); i++)
        ((double *)f)[i] = noise() / 16777216.0;

    kernel(u, f, coarse);

    hash = fnv(hash, coarse, sizeof coarse);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
