/*
 * Smoothing along the rows, then along the columns: a function for each, and
 * each sets its border in a loop of its own.
 *
 * Expected:
 *   rows     3 rows of w
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 14 /* rows */
#endif
#ifndef W
#define W 17 /* columns */
#endif

static void along_rows(int h, int w, const float src[h][w], float dst[h][w])
{
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            dst[y][x] = (src[y][x - 1] + 2 * src[y][x] + src[y][x + 1]) / 4;
    for (int y = 0; y < h; y++) {
        dst[y][0] = src[y][0];
        dst[y][w - 1] = src[y][w - 1];
    }
}

static void along_columns(int h, int w, const float src[h][w], float dst[h][w])
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            dst[y][x] = (src[y - 1][x] + 2 * src[y][x] + src[y + 1][x]) / 4;
    for (int x = 0; x < w; x++) {
        dst[0][x] = src[0][x];
        dst[h - 1][x] = src[h - 1][x];
    }
}

static void kernel(int h, int w, const float in[h][w], float out[h][w])
{
    float (*rows)[w] = malloc(sizeof(float[h][w]));

    if (!rows)
        abort();
    along_rows(h, w, in, rows);
    along_columns(h, w, rows, out);
    free(rows);
}

static float in[H][W];
static float out[H][W];

int main(void)
{
    float sum = 0;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = (float)((y * 31 + x * 17) % 23);
    kernel(H, W, in, out);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum = sum * 0.75f + out[y][x] * (float)(1 + (x + y) % 3);
    printf("sum %g\n", (double)sum);
    return 0;
}
