/*
 * One stage counts up, the next one down; neither carries a value from row to row.
 *
 * Expected: the loops stay: their counters have different types.
 */
#include <stdio.h>
#include <stddef.h>

#ifndef H
#define H 12
#endif
#ifndef W
#define W 13
#endif

static void slopes(size_t h, size_t w, float in[h][w], float out[h][w])
{
    float t[h][w];

    for (size_t y = 0; y < h; y++)
        for (size_t x = 0; x < w; x++)
            t[y][x] = in[y][x] * 0.5f + 1;
    for (int y = (int)h - 2; y >= 0; y--)
        for (int x = (int)w - 2; x >= 0; x--)
            out[y][x] = t[y + 1][x + 1] - t[y][x];
}

static float in[H][W], out[H][W];

int main(void)
{
    float sum = 0;

    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            in[i][j] = (float)((i * 5 % 7) + (j * 3 % 4));
    slopes(H, W, in, out);
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            sum = 0.5f * sum + out[i][j];
    printf("the checksum is %a\n", sum);
    return 0;
}
