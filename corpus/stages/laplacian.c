/*
 * One level of a Laplacian pyramid: half the size, back to the full size, and the difference.
 *
 * Expected:
 *   small    one row
 *   large    one pixel
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 13 /* rows */
#endif
#ifndef W
#define W 15 /* columns */
#endif

void detail(int h, int w, const float in[h][w], float out[h][w])
{
    const int h2 = h / 2, w2 = w / 2;
    float (*small)[w2] = malloc(h2 * sizeof *small);
    float (*large)[w] = malloc(h * sizeof *large);

    for (int y = 0; y < h2; y++)
        for (int x = 0; x < w2; x++)
            small[y][x] = 0.25f * (in[2 * y][2 * x] + in[2 * y][2 * x + 1] + in[2 * y + 1][2 * x]
                                   + in[2 * y + 1][2 * x + 1]);

    for (int y = 0; y < 2 * h2; y++)
        for (int x = 0; x < 2 * w2; x++)
            large[y][x] = small[y / 2][x / 2];

    for (int y = 0; y < 2 * h2; y++)
        for (int x = 0; x < 2 * w2; x++)
            out[y][x] = in[y][x] - large[y][x];

    free(large);
    free(small);
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

    detail(H, W, in, out);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
