/*
 * The largest gradient of the image scales every pixel of the second stage.
 *
 * Expected:
 *   grad   stays: the maximum needs all of it
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
    float grad[h][w], most = 0.001f;

    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++) {
            grad[y][x] = in[y][x] - in[y][x - 1];
            if (grad[y][x] > most)
                most = grad[y][x];
        }

    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++)
            out[y][x] = grad[y][x] / most;
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
