/*
 * Slopes of a terrain, with static scratch of the function and counters that are
 * `size_t`.
 *
 * Expected with --fuse and columns: tiles of the fused loop.
 */
#include <stddef.h>
#include <stdio.h>

#ifndef H
#define H 16
#endif
#ifndef W
#define W 40
#endif

static int ground[H][W], slope[H][W];

static void slopes(void)
{
    static int level[H][W];

    for (size_t y = 0; y < H; y++) {
        for (size_t x = 1; x + 1 < W; x++)
            level[y][x] = ground[y][x - 1] + 2 * ground[y][x] + ground[y][x + 1];
    }
    for (size_t y = 1; y + 1 < H; y++) {
        for (size_t x = 2; x + 2 < W; x++)
            slope[y][x] = level[y + 1][x] - level[y - 1][x] + level[y][x + 1] - level[y][x - 1];
    }
}

int main(void)
{
    long sum = 0;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            ground[y][x] = (x * x + 3 * y) % 101;
    slopes();
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum += slope[y][x] * (x % 11 - y % 3);
    printf("%ld\n", sum);
    return 0;
}
