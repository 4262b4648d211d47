/*
 * The caller gives one image as source and as result; the second stage writes rows that the
 * first has yet to read if they become one loop.
 *
 * Expected:
 *   t   stays
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

static void kernel(int h, int w, float img[h][w])
{
    float t[h][w];

    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = img[y][x] - img[h - 1 - y][x];

    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            img[y][x] = t[y][x] * 0.5f;
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

static float img[H][W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;


    for (size_t i = 0; i < sizeof img / sizeof(float); i++)
        ((float *)img)[i] = noise() / 16777216.0f;
    kernel(H, W, img);

    hash = fnv(hash, img, sizeof img);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
