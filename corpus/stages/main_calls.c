/*
 * Stages that `main` calls for each frame, with a function that clamps.
 *
 * Expected:
 *   bright          3 rows
 *   frame, smooth   one row or less
 */
#include <stdio.h>

#ifndef H
#define H 13 /* rows */
#endif
#ifndef W
#define W 15 /* columns */
#endif
#define FRAMES 4

typedef unsigned char pixel;

static int clamp(int v, int lo, int hi)
{
    if (v < lo)
        return lo;
    if (v > hi)
        return hi;
    return v;
}

static void gain(pixel src[H][W], pixel dst[H][W], int num, int den)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            dst[y][x] = (pixel)clamp(src[y][x] * num / den, 0, 255);
}

static void blur(pixel src[H][W], pixel dst[H][W])
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int sum = 0;
            for (int j = -1; j <= 1; j++)
                sum += src[clamp(y + j, 0, H - 1)][x];
            dst[y][x] = (pixel)(sum / 3);
        }
}

static pixel frame[H][W], bright[H][W], smooth[H][W];

int main(void)
{
    unsigned long sum = 0;

    for (int f = 0; f < FRAMES; f++) {
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                frame[y][x] = (pixel)(x * 3 + y * 5 + f);
        gain(frame, bright, 5, 4);
        blur(bright, smooth);
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                sum = sum * 31 + smooth[y][x];
        printf("frame %d\n", f);
    }
    printf("the checksum is %lu\n", sum);
    return 0;
}
