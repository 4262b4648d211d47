/*
 * Unsharp mask on scratch images of the file: blur along the rows, along the columns, the
 * difference, the sum.
 *
 * Expected:
 *   bx        3 rows
 *   by, hi    one row or less
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

#define AMOUNT 1.5f

static float bx[H][W], by[H][W], hi[H][W];

static void kernel(float in[H][W], float out[H][W])
{
    int x, y;

    for (y = 0; y < H; y++)
        for (x = 1; x < W - 1; x++)
            bx[y][x] = 0.25f * in[y][x - 1] + 0.5f * in[y][x] + 0.25f * in[y][x + 1];

    for (y = 1; y < H - 1; y++)
        for (x = 1; x < W - 1; x++)
            by[y][x] = 0.25f * bx[y - 1][x] + 0.5f * bx[y][x] + 0.25f * bx[y + 1][x];

    for (y = 1; y < H - 1; y++)
        for (x = 1; x < W - 1; x++)
            hi[y][x] = in[y][x] - by[y][x];

    for (y = 1; y < H - 1; y++)
        for (x = 1; x < W - 1; x++)
            out[y][x] = in[y][x] + AMOUNT * hi[y][x];
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

static float in[H][W];
static float out[H][W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof in / sizeof(float); i++)
        ((float *)in)[i] = noise() / 16777216.0f;

    kernel(in, out);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
