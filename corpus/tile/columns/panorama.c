/*
 * A panorama is sharpened: a separable blur with static scratch, and the
 * difference to it. Its rows are longer than a cache.
 *
 * Expected with --fuse and columns: `wide` and `soft` have the rows of the
 * window, and the columns of a tile.
 */
#include <stdio.h>

#ifndef H
#define H 17
#endif
#ifndef W
#define W 41
#endif

static float view[H][W], sharp[H][W];
static float wide[H][W], soft[H][W];

static void sharpen(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 2; x < W - 2; x++)
            wide[y][x] = 0.1f * (view[y][x - 2] + view[y][x + 2]) + 0.2f * (view[y][x - 1] + view[y][x + 1])
                       + 0.4f * view[y][x];
    for (int y = 1; y < H - 1; y++)
        for (int x = 2; x < W - 2; x++)
            soft[y][x] = 0.25f * wide[y - 1][x] + 0.5f * wide[y][x] + 0.25f * wide[y + 1][x];
    for (int y = 1; y < H - 1; y++)
        for (int x = 3; x < W - 3; x++)
            sharp[y][x] = 2 * view[y][x] - 0.5f * (soft[y][x - 1] + soft[y][x + 1]);
}

int main(void)
{
    double sum = 0;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            view[y][x] = (float)((x * 31 + y * 17) % 251);
    sharpen();
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum += sharp[y][x] * (x % 7 + y);
    printf("%.3f\n", sum);
    return 0;
}
