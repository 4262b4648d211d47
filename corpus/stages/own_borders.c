/*
 * Two blurs whose borders repeat the nearest pixel, in loops of their own behind the interior.
 *
 * Expected: one loop; t 3 rows.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 11
#endif
#ifndef W
#define W 14
#endif

static float t[H][W];

static void blur_twice(float in[H][W], float out[H][W])
{
    int x, y;

    for (y = 1; y < H - 1; y++)
        for (x = 1; x < W - 1; x++)
            t[y][x] = (in[y - 1][x] + in[y][x - 1] + in[y][x] + in[y][x + 1] + in[y + 1][x]) / 5;
    /* left and right */
    for (y = 1; y < H - 1; y++) {
        t[y][0] = in[y][0];
        t[y][W - 1] = in[y][W - 1];
    }
    /* top and bottom */
    for (x = 0; x < W; x++) {
        t[0][x] = in[0][x];
        t[H - 1][x] = in[H - 1][x];
    }

    for (y = 1; y < H - 1; y++)
        for (x = 1; x < W - 1; x++)
            out[y][x] = (t[y - 1][x] + t[y][x - 1] + t[y][x] + t[y][x + 1] + t[y + 1][x]) / 5;
}

static float in[H][W], out[H][W];

int main(void)
{
    float sum = 0;

    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            in[i][j] = (float)(i * 7 % 5) + (float)(j * 3 % 7);
    blur_twice(in, out);
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            sum = 0.5f * sum + out[i][j];
    printf("the checksum is %a\n", sum);
    return 0;
}
