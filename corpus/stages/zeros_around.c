/* A nest sets the inner elements of a static array, and another reads all of them: its borders are
   zero because nothing sets them. */
#include <stdio.h>

#ifndef H
#define H 16 /* rows */
#endif
#ifndef W
#define W 24 /* columns */
#endif

static short height[H][W], bend[H][W];

static void make(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            height[y][x] = (short)(x * y % 19 + x % 7);
}

static void curvature(void)
{
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            bend[y][x] = (short)(4 * height[y][x] - height[y - 1][x] - height[y + 1][x]
                                 - height[y][x - 1] - height[y][x + 1]);
}

int main(void)
{
    unsigned long sum = 0;
    make();
    curvature();
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum = sum * 31 + (unsigned long)(height[y][x] * 3 + bend[y][x]);
    printf("%lu\n", sum);
    return 0;
}
