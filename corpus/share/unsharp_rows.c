/*
 * An unsharp mask with three images of variable length on the stack.
 *
 * Expected:
 *   bx   the storage of mask
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

static void kernel(int h, int w, float in[h][w], float out[h][w])
{
    float bx[h][w], by[h][w], mask[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            bx[y][x] = (in[y][x - 1] + in[y][x] + in[y][x + 1]) / 3;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            by[y][x] = (bx[y - 1][x] + bx[y][x] + bx[y + 1][x]) / 3;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            mask[y][x] = in[y][x] - by[y][x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = in[y][x] + 0.5f * mask[y][x];
}

static uint32_t state = 12345u;

static uint32_t noise(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static float in[H][W], out[H][W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = (float)(noise() % 256) / 8;
    kernel(H, W, in, out);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            hash = (hash ^ (uint64_t)(int64_t)(out[y][x] * 64)) * 1099511628211u;
    printf("%016" PRIx64 "\n", hash);
    return 0;
}
