/*
 * The second stage reads the rows that a table names.
 *
 * Expected:
 *   t   stays
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

static void kernel(int h, int w, const float in[h][w], const int from[h], float out[h][w])
{
    float t[h][w];

    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            t[y][x] = in[y][x - 1] + in[y][x + 1];

    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = t[from[y]][x];
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
static int from[H];
static float out[H][W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof in / sizeof(float); i++)
        ((float *)in)[i] = noise() / 16777216.0f;
    for (size_t i = 0; i < sizeof from / sizeof(int); i++)
        ((int *)from)[i] = (int)(noise() % H);

    kernel(H, W, in, from, out);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
