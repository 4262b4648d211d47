/*
 * A relief whose slopes are divided by the largest one: for maps of any size, whose sizes have no
 * sign, and for maps of one size.
 *
 * Expected: the loops before the division are one; the division needs all of them.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 23 /* columns */
#endif
#ifndef H
#define H 19 /* rows */
#endif

enum { ROWS = 24, COLUMNS = 32 };

static void relief(const float *map, float *shade, size_t w, size_t h)
{
    float *low = malloc(w * h * sizeof *low);
    float *dx = malloc(w * h * sizeof *dx);
    float most = 1e-6f;

    if (!low || !dx) {
        free(low);
        free(dx);
        return;
    }
    for (size_t y = 1; y < h - 1; y++)
        for (size_t x = 0; x < w; x++)
            low[y * w + x] = (map[(y - 1) * w + x] + map[y * w + x] + map[(y + 1) * w + x]) / 3;
    for (size_t y = 1; y < h - 1; y++)
        for (size_t x = 1; x < w - 1; x++) {
            dx[y * w + x] = low[y * w + x + 1] - low[y * w + x - 1];
            if (dx[y * w + x] > most)
                most = dx[y * w + x];
        }
    for (size_t y = 1; y < h - 1; y++)
        for (size_t x = 1; x < w - 1; x++)
            shade[y * w + x] = dx[y * w + x] / most;
    free(low);
    free(dx);
}

static void tile(const float map[ROWS][COLUMNS], float shade[ROWS][COLUMNS])
{
    static float low[ROWS][COLUMNS], dx[ROWS][COLUMNS];
    float most = 1e-6f;

    for (int y = 1; y < 23; y++)
        for (int x = 0; x < 32; x++)
            low[y][x] = (map[y - 1][x] + map[y][x] + map[y + 1][x]) / 3;
    for (int y = 1; y < 23; y++)
        for (int x = 1; x < 31; x++) {
            dx[y][x] = low[y][x + 1] - low[y][x - 1];
            if (dx[y][x] > most)
                most = dx[y][x];
        }
    for (int y = 1; y < 23; y++)
        for (int x = 1; x < 31; x++)
            shade[y][x] = dx[y][x] / most;
}

static float map[H * W], shade[H * W], square[ROWS][COLUMNS], shades[ROWS][COLUMNS];

int main(void)
{
    for (int k = 0; k < H * W; k++)
        map[k] = k * 37 % 101;
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++)
            square[y][x] = (y * 7 + x * x) % 53;
    relief(map, shade, W, H);
    tile(square, shades);
    for (int k = 0; k < H * W; k += 3)
        printf("%a\n", shade[k]);
    for (int y = 0; y < ROWS; y++)
        printf("%a %a\n", shades[y][3], shades[y][20]);
    return 0;
}
