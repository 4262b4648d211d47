/*
 * Histogram equalisation: luma, its histogram, a table, the mapped luma.
 *
 * Expected:
 *   luma   stays: the table needs all of it before the first pixel is mapped
 *   soft   3 rows: the histogram is no reason to keep it
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

static void kernel(int h, int w, const unsigned char in[h][w][3], unsigned char out[h][w])
{
    unsigned char luma[h][w];
    int soft[h][w];
    int counts[256] = {0}, table[256], sum = 0;

    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            soft[y][x] = 77 * in[y][x][0] + 150 * in[y][x][1] + 29 * in[y][x][2];

    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            luma[y][x] = (unsigned char)((soft[y - 1][x] + 2 * soft[y][x] + soft[y + 1][x]) >> 10);

    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            counts[luma[y][x]]++;

    for (int k = 0; k < 256; k++) {
        sum += counts[k];
        table[k] = sum;
    }

    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = (unsigned char)(255 * table[luma[y][x]] / (sum + 1));
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

static unsigned char in[H][W][3];
static unsigned char out[H][W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof in / sizeof(unsigned char); i++)
        ((unsigned char *)in)[i] = (unsigned char)(noise() >> 12);

    kernel(H, W, in, out);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
