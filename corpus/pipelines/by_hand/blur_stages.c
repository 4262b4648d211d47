/*
 * blur_stages.c with five rolling rows, written by hand: what its fold is
 * compared with.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 14 /* rows */
#endif
#ifndef W
#define W 17 /* columns */
#endif

static void kernel(const float in[H][W], float out[H][W])
{
    static float tmp[5][W];

    for (int y = 0; y < H; y++) {
        for (int x = 2; x < W - 2; x++)
            tmp[y % 5][x] = 0.0625f * (in[y][x - 2] + in[y][x + 2])
                          + 0.25f * (in[y][x - 1] + in[y][x + 1])
                          + 0.375f * in[y][x];

        if (y < 4)
            continue;

        const int a = (y + 1) % 5, b = (y + 2) % 5, c = (y + 3) % 5, d = (y + 4) % 5, e = y % 5;

        for (int x = 2; x < W - 2; x++)
            out[y - 2][x] = 0.0625f * (tmp[a][x] + tmp[e][x])
                          + 0.25f * (tmp[b][x] + tmp[d][x])
                          + 0.375f * tmp[c][x];
    }
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
