/*
 * A picture of half the height and edges of the whole one, with sizes and counters without a sign.
 *
 * Expected:
 *   half      one or two rows
 *   soft      one row or less
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 14 /* rows */
#endif
#ifndef W
#define W 11 /* columns */
#endif

static void outlines(size_t h, size_t w, uint16_t in[h][w], uint16_t edges[h][w],
                     uint16_t small[h][w])
{
    uint16_t half[h / 2 + 1][w];
    uint16_t soft[h][w];

    /* two rows become one */
    for (size_t y = 0; y < h / 2; y++)
        for (size_t x = 0; x < w; x++)
            half[y][x] = in[2 * y][x] + in[2 * y + 1][x];

    /* the rows above and below, those at the ends twice */
    for (size_t y = 0; y < h; y++)
        for (size_t x = 0; x < w; x++) {
            size_t above = y > 0 ? y - 1 : 0;
            size_t below = y + 1 < h ? y + 1 : h - 1;
            soft[y][x] = in[above][x] + 2 * in[below][x];
        }

    for (size_t y = 0; y < h; y++)
        for (size_t x = 0; x < w; x++)
            edges[y][x] = soft[y][x] / 3;

    for (size_t y = 0; y + 1 < h / 2; y++)
        for (size_t x = 0; x + 1 < w; x++)
            small[y][x] = half[y][x] + 3 * half[y + 1][x + 1];
}

int main(void)
{
    static uint16_t in[H][W], edges[H][W], small[H][W];
    unsigned long sum = 0;

    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            in[i][j] = (i * 37 + j * 11) % 251;
    outlines(H, W, in, edges, small);
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            sum = sum * 31 + edges[i][j] + 7ul * small[i][j];
    printf("%lu\n", sum);
    return 0;
}
