/*
 * Two stages of a filter that are one loop over rows already, with three rows between them.
 *
 * Expected: with `--sizes 0,COLUMNS`, columns that move to the left from row to row; the test of the
 * row stays around its loop.
 */
#include <stdio.h>

#ifndef H
#define H 11 /* rows */
#endif
#ifndef W
#define W 19 /* columns */
#endif

static void filter(int h, int w, const float in[restrict h][w], float out[restrict h][w])
{
    float t[3][w];

    for (int y = -1; y < h - 1; y++) {
        const int ahead = y + 1;
        for (int x = 0; x < w; x++)
            t[ahead % 3][x] = 0.5f * in[ahead][x];
        if (y >= 1)
            for (int x = 1; x < w - 1; x++)
                out[y][x] = t[(y + 2) % 3][x - 1] + t[ahead % 3][x + 1] + t[y % 3][x];
    }
}

static unsigned int rng = 19u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

static float in[H][W], out[H][W];

int main(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = value();
    filter(H, W, in, out);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            printf("%a\n", out[y][x]);
    return 0;
}
