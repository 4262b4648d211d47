/*
 * Canny edges on scratch images that several functions of the file share.
 *
 * Expected:
 *   soft, mag, dir, thin   a few rows each once the stages stand in one function
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
#define LOW 25
#define HIGH 70

static int soft[H][W], mag[H][W], thin[H][W];
static unsigned char dir[H][W];

static void smooth(unsigned char in[H][W])
{
    int x, y;

    for (y = 1; y < H - 1; y++)
        for (x = 1; x < W - 1; x++)
            soft[y][x] = (in[y - 1][x] + in[y][x - 1] + 4 * in[y][x] + in[y][x + 1] + in[y + 1][x]) / 8;
}

static void gradient(void)
{
    int x, y;

    for (y = 2; y < H - 2; y++)
        for (x = 2; x < W - 2; x++) {
            int dx = soft[y][x + 1] - soft[y][x - 1];
            int dy = soft[y + 1][x] - soft[y - 1][x];
            mag[y][x] = abs(dx) + abs(dy);
            dir[y][x] = abs(dx) < abs(dy);
        }
}

static void thin_out(void)
{
    int x, y;

    for (y = 3; y < H - 3; y++)
        for (x = 3; x < W - 3; x++) {
            int a = dir[y][x] ? mag[y - 1][x] : mag[y][x - 1];
            int b = dir[y][x] ? mag[y + 1][x] : mag[y][x + 1];
            thin[y][x] = mag[y][x] >= a && mag[y][x] > b ? mag[y][x] : 0;
        }
}

static void link_edges(unsigned char out[H][W])
{
    int x, y;

    for (y = 4; y < H - 4; y++)
        for (x = 4; x < W - 4; x++) {
            int strong = thin[y - 1][x] > HIGH || thin[y][x - 1] > HIGH || thin[y][x] > HIGH
                      || thin[y][x + 1] > HIGH || thin[y + 1][x] > HIGH;
            out[y][x] = thin[y][x] > LOW && strong ? 255 : 0;
        }
}

static void kernel(unsigned char in[H][W], unsigned char out[H][W])
{
    smooth(in);
    gradient();
    thin_out();
    link_edges(out);
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

static unsigned char in[H][W];
static unsigned char out[H][W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof in / sizeof(unsigned char); i++)
        ((unsigned char *)in)[i] = (unsigned char)(noise() >> 12);

    kernel(in, out);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
