/*
 * The strength of edges, a function for each derivative, each with an image of
 * its own.
 */
#include <math.h>
#include <stdio.h>

#ifndef H
#define H 7 /* rows */
#endif
#ifndef W
#define W 8 /* columns */
#endif

typedef float Image[H][W];

static Image gx, gy;

static void along_rows(Image in)
{
    for (int y = 0; y < H; y++)
        for (int x = 1; x < W - 1; x++)
            gx[y][x] = in[y][x + 1] - in[y][x - 1];
}

static void along_columns(Image in)
{
    for (int y = 1; y < H - 1; y++)
        for (int x = 0; x < W; x++)
            gy[y][x] = in[y + 1][x] - in[y - 1][x];
}

void strength(Image in, Image out)
{
    along_rows(in);
    along_columns(in);
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            out[y][x] = sqrtf(gx[y][x] * gx[y][x] + gy[y][x] * gy[y][x]);
}

static Image in, out;

int main(void)
{
    unsigned seed = 15;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            seed = seed * 1664525u + 1013904223u;
            in[y][x] = (seed >> 8) / 16777216.0f;
        }

    strength(in, out);

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            printf("%a\n", out[y][x]);
    return 0;
}
