/*
 * Images of several sizes: the storage grows to the largest one.
 *
 * Expected:
 *   half   the storage of full and detail, which are larger
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

static void kernel(const float *in, float *out, int w, int h)
{
    const int w2 = w / 2, h2 = h / 2;
    float *half = malloc((size_t)(w2 * h2) * sizeof *half);
    float *full, *detail;

    for (int y = 0; y < h2; y++)
        for (int x = 0; x < w2; x++)
            half[y * w2 + x] = (in[2 * y * w + 2 * x] + in[2 * y * w + 2 * x + 1]) / 2;
    full = malloc((size_t)(w * h) * sizeof *full);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            full[y * w + x] = y < 2 * h2 && x < 2 * w2 ? half[y / 2 * w2 + x / 2] : 0;
    detail = malloc((size_t)(w * h) * sizeof *detail);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            detail[y * w + x] = in[y * w + x] - full[y * w + x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = detail[y * w + x] * 0.5f;
    free(half);
    free(full);
    free(detail);
}

static uint32_t state = 12345u;

static uint32_t noise(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static float in[H * W], out[H * W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y * W + x] = (float)(noise() % 256) / 8;
    kernel(in, out, W, H);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            hash = (hash ^ (uint64_t)(int64_t)(out[y * W + x] * 64)) * 1099511628211u;
    printf("%016" PRIx64 "\n", hash);
    return 0;
}
