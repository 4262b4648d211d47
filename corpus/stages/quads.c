/*
 * Blocks of two by two pixels: the mean of each block is removed, then the picture is filtered.
 *
 * Expected:
 *   flat     4 rows: two are written at a time
 *   smooth   one pixel
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

void flatten(int h, int w, const float in[h][w], float out[h][w])
{
    float (*flat)[w] = malloc(h * sizeof *flat);
    float (*smooth)[w] = malloc(h * sizeof *smooth);

    if (!flat || !smooth) {
        free(flat);
        free(smooth);
        return;
    }
    for (int y = 0; y + 1 < h; y += 2)
        for (int x = 0; x + 1 < w; x += 2) {
            const float mean = 0.25f * (in[y][x] + in[y][x + 1] + in[y + 1][x] + in[y + 1][x + 1]);

            flat[y][x] = in[y][x] - mean;
            flat[y][x + 1] = in[y][x + 1] - mean;
            flat[y + 1][x] = in[y + 1][x] - mean;
            flat[y + 1][x + 1] = in[y + 1][x + 1] - mean;
        }

    for (int y = 1; y < h - 2; y++)
        for (int x = 1; x < w - 2; x++)
            smooth[y][x] = flat[y - 1][x] + flat[y][x - 1] + 2 * flat[y][x] + flat[y][x + 1] + flat[y + 1][x];

    for (int y = 1; y < h - 2; y++)
        for (int x = 1; x < w - 2; x++)
            out[y][x] = smooth[y][x] > 0 ? smooth[y][x] : 0.1f * smooth[y][x];

    free(smooth);
    free(flat);
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

    flatten(H, W, in, out);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
