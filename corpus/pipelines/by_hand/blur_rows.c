/*
 * blur_rows.c with rolling rows, written by hand: what its fold is compared with.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef H
#define H 14 /* rows */
#endif
#ifndef W
#define W 17 /* columns */
#endif

static void kernel(const float in[H][W], float out[H][W])
{
    static float tmp[3][W];

    for (int y = 0; y < H; y++) {
        for (int x = 1; x < W - 1; x++)
            tmp[y % 3][x] = (in[y][x - 1] + in[y][x] + in[y][x + 1]) * (1.0f / 3);

        if (y >= 2)
            for (int x = 1; x < W - 1; x++)
                out[y - 1][x] = (tmp[(y + 1) % 3][x] + tmp[(y + 2) % 3][x] + tmp[y % 3][x]) * (1.0f / 3);
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
