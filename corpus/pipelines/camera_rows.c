/*
 * The camera pipeline with all stages in one loop, two rows at a time as the
 * Bayer pattern wants it. The image that is freed of hot pixels and the colour
 * planes are whole images.
 *
 * Expected:
 *   clean     5 rows: three that are read, and the two that come
 *   r, g, b   two rows each
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef H
#define H 14 /* rows */
#endif
#ifndef W
#define W 18 /* columns */
#endif

static unsigned char tone[1024];

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static int16_t clean[H][W], r[H][W], g[H][W], b[H][W];

static void kernel(const uint16_t raw[H][W], unsigned char rgb[H][W][3])
{
    for (int c = 0; c < 1024; c++)
        tone[c] = clamp(c * (1536 - c) / 2048, 0, 255);

    for (int y = 2; y < H - 3; y += 2) {
        for (int v = y; v < y + 2; v++)
            for (int x = 2; x < W - 2; x++) {
                int across = raw[v][x - 2] > raw[v][x + 2] ? raw[v][x - 2] : raw[v][x + 2];
                int down = raw[v - 2][x] > raw[v + 2][x] ? raw[v - 2][x] : raw[v + 2][x];

                clean[v][x] = clamp(raw[v][x], 0, across > down ? across : down);
            }

        if (y < 6)
            continue;

        for (int x = 4; x < W - 4; x += 2) {
            g[y - 2][x] = clean[y - 2][x];
            r[y - 2][x] = (clean[y - 2][x - 1] + clean[y - 2][x + 1]) / 2;
            b[y - 2][x] = (clean[y - 3][x] + clean[y - 1][x]) / 2;

            r[y - 2][x + 1] = clean[y - 2][x + 1];
            g[y - 2][x + 1] = (clean[y - 2][x] + clean[y - 2][x + 2] + clean[y - 3][x + 1] + clean[y - 1][x + 1]) / 4;
            b[y - 2][x + 1] = (clean[y - 3][x] + clean[y - 3][x + 2] + clean[y - 1][x] + clean[y - 1][x + 2]) / 4;

            b[y - 1][x] = clean[y - 1][x];
            g[y - 1][x] = (clean[y - 2][x] + clean[y][x] + clean[y - 1][x - 1] + clean[y - 1][x + 1]) / 4;
            r[y - 1][x] = (clean[y - 2][x - 1] + clean[y - 2][x + 1] + clean[y][x - 1] + clean[y][x + 1]) / 4;

            g[y - 1][x + 1] = clean[y - 1][x + 1];
            r[y - 1][x + 1] = (clean[y - 2][x + 1] + clean[y][x + 1]) / 2;
            b[y - 1][x + 1] = (clean[y - 1][x] + clean[y - 1][x + 2]) / 2;
        }

        for (int v = y - 2; v < y; v++)
            for (int x = 4; x < W - 4; x++) {
                rgb[v][x][0] = tone[clamp((430 * r[v][x] - 130 * g[v][x] - 44 * b[v][x]) / 256, 0, 1023)];
                rgb[v][x][1] = tone[clamp((-63 * r[v][x] + 369 * g[v][x] - 50 * b[v][x]) / 256, 0, 1023)];
                rgb[v][x][2] = tone[clamp((12 * r[v][x] - 151 * g[v][x] + 395 * b[v][x]) / 256, 0, 1023)];
            }
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

static uint16_t raw[H][W];
static unsigned char rgb[H][W][3];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof raw / sizeof(uint16_t); i++)
        ((uint16_t *)raw)[i] = noise() >> 12 & 1023;

    kernel(raw, rgb);

    hash = fnv(hash, rgb, sizeof rgb);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
