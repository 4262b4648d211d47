/*
 * Each image is freed after its last use, the next one allocated when it is needed.
 *
 * Expected:
 *   t1   the storage of t3; only t3 frees it
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

static void kernel(const float *src, float *dst, int w, int h)
{
    int n = w * h;
    float *t1 = malloc((size_t)n * sizeof(float));
    for (int i = 0; i < n; i++)
        t1[i] = src[i] * 3;
    float *t2 = malloc((size_t)n * sizeof(float));
    for (int i = 1; i < n - 1; i++)
        t2[i] = t1[i - 1] + t1[i + 1];
    free(t1);
    float *t3 = malloc((size_t)n * sizeof(float));
    for (int i = 2; i < n - 2; i++)
        t3[i] = t2[i - 1] - t2[i + 1];
    free(t2);
    for (int i = 2; i < n - 2; i++)
        dst[i] = t3[i] * 0.25f;
    free(t3);
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
