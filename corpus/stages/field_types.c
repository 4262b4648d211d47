/*
 * A shallow pond: waves run over a grid whose shape has a type of its own. One stage gets its grids
 * as parameters of that type, the other one names those of the file.
 *
 * Expected: one value of `slope` and `push`; their declarations have sizes, those of the other grids
 * keep the type.
 */
#include <stdio.h>

#ifndef W
#define W 23 /* columns */
#endif
#ifndef H
#define H 17 /* rows */
#endif

typedef double Grid[H][W];

static Grid height, speed;
static Grid slope, push;

static void slopes(const Grid from, Grid to)
{
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            to[y][x] = from[y - 1][x] + from[y + 1][x] + from[y][x - 1] + from[y][x + 1]
                     - 4 * from[y][x];
}

static void accelerate(double strength)
{
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            push[y][x] = strength * slope[y][x];
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            speed[y][x] = 0.99 * (speed[y][x] + push[y][x]);
}

int main(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            height[y][x] = x * 29 % 13 - y * 17 % 7;
    for (int step = 0; step < 5; step++) {
        slopes(height, slope);
        accelerate(0.125);
        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++)
                height[y][x] += speed[y][x];
    }
    for (int y = 0; y < H; y++)
        printf("%a %a\n", height[y][y % W], speed[y][W / 2]);
    return 0;
}
