/*
 * The position of a cell in a band of a table, with a return for each part of the band, before two
 * stages of a filter.
 *
 * Expected:
 *   sums   3 rows
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 40
#endif
#ifndef W
#define W 32
#endif

/* The number of a cell, or a negative number where there is none; else the filtered table. */
static long position(int h, int w, int row, int col, float in[h][w], float out[h][w])
{
    long count = 0;

    for (int y = 0; y < h; y++) {
        if (y == row && col < 0)
            return -1;
        for (int x = 0; x < w; x++) {
            if (y == row && x == col)
                return count;
            count++;
        }
        if (y == row && col >= w)
            return -2;
    }
    float (*sums)[w] = malloc(h * sizeof *sums);
    if (!sums)
        exit(1);
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            sums[y][x] = in[y][x - 1] + in[y][x] + in[y][x + 1];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = (sums[y - 1][x] + sums[y][x] + sums[y + 1][x]) / 9;
    free(sums);
    return count;
}

int main(void)
{
    static float in[H][W], out[H][W];
    uint32_t state = 7u;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            state = state * 1664525u + 1013904223u;
            in[y][x] = state >> 24;
        }
    printf("%ld %ld\n", position(H, W, 2, 1, in, out), position(H, W, 0, -1, in, out));
    printf("%ld\n", position(H, W, H, 0, in, out));
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            printf("%a\n", (double)out[y][x]);
    return 0;
}
