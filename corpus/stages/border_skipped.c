/*
 * Stages with rows, one of which copies its border and goes on with `continue`: its points are
 * joined with those of the next stage.
 *
 * Expected:
 *   warm     3 rows
 *   soft     one value
 */
#include <stdio.h>

#ifndef H
#define H 12 /* rows */
#endif
#ifndef W
#define W 16 /* columns */
#endif

static void calibrate(int raw[H][W], double out[H][W])
{
    static double warm[H][W], soft[H][W];

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            warm[y][x] = raw[y][x] * 0.04 - 20;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            double sum = 0;
            if (y == 0 || x == 0 || y == H - 1 || x == W - 1) {
                soft[y][x] = warm[y][x];
                continue;
            }
            for (int k = -1; k <= 1; k++)
                sum += warm[y + k][x - 1] + warm[y + k][x] + warm[y + k][x + 1];
            soft[y][x] = sum / 9;
        }
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            out[y][x] = soft[y][x] > 10 ? soft[y][x] : 0;
}

int main(void)
{
    static int raw[H][W];
    static double out[H][W];
    double sum = 0;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            raw[y][x] = 600 + (y * 31 + x * 17) % 97 * 8;
    calibrate(raw, out);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum += out[y][x] * (y + 2 * x + 1);
    printf("%.9f\n", sum);
    return 0;
}
