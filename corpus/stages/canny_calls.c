/*
 * Canny edges, a function for each stage.
 *
 * Expected:
 *   soft, mag, dir, thin   a few rows each once the stages stand in the caller
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

static void smooth(const unsigned char *src, int *dst, int w, int h)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            dst[y * w + x] = (src[(y - 1) * w + x] + src[y * w + x - 1] + 4 * src[y * w + x]
                              + src[y * w + x + 1] + src[(y + 1) * w + x]) / 8;
}

static void gradient(const int *src, int *mag, unsigned char *dir, int w, int h)
{
    for (int y = 2; y < h - 2; y++) {
        for (int x = 2; x < w - 2; x++) {
            int dx = src[y * w + x + 1] - src[y * w + x - 1];
            int dy = src[(y + 1) * w + x] - src[(y - 1) * w + x];
            mag[y * w + x] = abs(dx) + abs(dy);
            dir[y * w + x] = abs(dx) < abs(dy);
        }
    }
}

static void thin_out(const int *mag, const unsigned char *dir, int *dst, int w, int h)
{
    for (int y = 3; y < h - 3; y++) {
        for (int x = 3; x < w - 3; x++) {
            int a = dir[y * w + x] ? mag[(y - 1) * w + x] : mag[y * w + x - 1];
            int b = dir[y * w + x] ? mag[(y + 1) * w + x] : mag[y * w + x + 1];
            int m = mag[y * w + x];
            dst[y * w + x] = m >= a && m > b ? m : 0;
        }
    }
}

static void link_edges(const int *thin, unsigned char *dst, int w, int h)
{
    for (int y = 4; y < h - 4; y++)
        for (int x = 4; x < w - 4; x++) {
            int strong = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    strong |= thin[(y + dy) * w + x + dx] > HIGH;
            dst[y * w + x] = thin[y * w + x] > LOW && strong ? 255 : 0;
        }
}

static void kernel(const unsigned char *in, unsigned char *out, int w, int h)
{
    int *soft = malloc(sizeof(int) * w * h);
    int *mag = malloc(sizeof(int) * w * h);
    unsigned char *dir = malloc(w * h);
    int *thin = malloc(sizeof(int) * w * h);

    smooth(in, soft, w, h);
    gradient(soft, mag, dir, w, h);
    thin_out(mag, dir, thin, w, h);
    link_edges(thin, out, w, h);

    free(thin);
    free(dir);
    free(mag);
    free(soft);
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

static unsigned char in[H * W];
static unsigned char out[H * W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof in / sizeof(unsigned char); i++)
        ((unsigned char *)in)[i] = (unsigned char)(noise() >> 12);

    kernel(in, out, W, H);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
