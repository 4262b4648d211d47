/*
 * Heat on a torus in overlapping tiles of STEPS steps: load a part of the
 * plane with its halo, step, store the middle. Every step has a plane of its own.
 *
 * Expected:
 *   tile   2 planes; about one plane and two rows are possible
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef H
#define H 13 /* rows */
#endif
#ifndef W
#define W 17 /* columns */
#endif
#ifndef BANDS
#define BANDS 2 /* bands of STEPS steps */
#endif
#ifndef STEPS
#define STEPS 3 /* of a tile */
#endif
#ifndef ROWS
#define ROWS 6 /* of a tile, without the halo */
#endif
#ifndef COLUMNS
#define COLUMNS 7
#endif

/* the plane is a torus */
#define Y(i) (((i) + STEPS * H) % H)
#define X(i) (((i) + STEPS * W) % W)

static double plane[2][H][W];

static void advance(int from, int y0, int x0)
{
    static double tile[STEPS + 1][ROWS + 2 * STEPS][COLUMNS + 2 * STEPS];
    int t, y, x;

    for (y = 0; y < ROWS + 2 * STEPS; y++)
        for (x = 0; x < COLUMNS + 2 * STEPS; x++)
            tile[0][y][x] = plane[from][Y(y0 + y - STEPS)][X(x0 + x - STEPS)];

    for (t = 1; t <= STEPS; t++)
        for (y = t; y < ROWS + 2 * STEPS - t; y++)
            for (x = t; x < COLUMNS + 2 * STEPS - t; x++)
                tile[t][y][x] = tile[t - 1][y][x]
                    + 0.125 * (tile[t - 1][y + 1][x] - 2 * tile[t - 1][y][x] + tile[t - 1][y - 1][x])
                    + 0.125 * (tile[t - 1][y][x + 1] - 2 * tile[t - 1][y][x] + tile[t - 1][y][x - 1]);

    for (y = 0; y < ROWS && y0 + y < H; y++)
        for (x = 0; x < COLUMNS && x0 + x < W; x++)
            plane[1 - from][y0 + y][x0 + x] = tile[STEPS][y + STEPS][x + STEPS];
}

static void kernel(const double start[H][W], double finish[H][W])
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            plane[0][y][x] = start[y][x];

    for (int band = 0; band < BANDS; band++)
        for (int y0 = 0; y0 < H; y0 += ROWS)
            for (int x0 = 0; x0 < W; x0 += COLUMNS)
                advance(band % 2, y0, x0);

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            finish[y][x] = plane[BANDS % 2][y][x];
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

static double start[H][W];
static double finish[H][W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof start / sizeof(double); i++)
        ((double *)start)[i] = noise() / 16777216.0;

    kernel(start, finish);

    hash = fnv(hash, finish, sizeof finish);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
