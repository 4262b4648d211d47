/*
 * Separable 3x3 blur with clamped coordinates.
 *
 * Expected:
 *   t   3 rows
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

static void kernel(int h, int w, const float in[h][w], float out[h][w])
{
    float t[h][w];

    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int left = x > 0 ? x - 1 : 0;
            int right = x < w - 1 ? x + 1 : w - 1;
            t[y][x] = (in[y][left] + in[y][x] + in[y][right]) / 3;
        }

    for (int y = 0; y < h; y++) {
        int above = y > 0 ? y - 1 : 0;
        int below = y < h - 1 ? y + 1 : h - 1;
        for (int x = 0; x < w; x++)
            out[y][x] = (t[above][x] + t[y][x] + t[below][x]) / 3;
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

    kernel(H, W, in, out);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
