/*
 * Heights of a terrain in structures that may share their cells: water runs down for one step.
 * `slope` is for maps of the caller; `shade` is called with maps of this file alone.
 *
 * Expected:
 *   drop of slope   few rows, under a test
 *   mean of shade   few rows, without a test
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9 /* rows */
#endif
#ifndef W
#define W 5 /* columns */
#endif

struct map {
    int rows, columns;
    short *cells;
};

/* The steepest drop of each cell to the three cells below, as a level of water. */
int slope(const struct map *land, struct map *water)
{
    const int w = land->columns, h = land->rows;
    short *drop;

    if (h < 3 || w < 1)
        return -1;
    drop = malloc((size_t)h * (size_t)w * sizeof *drop);
    if (drop == NULL)
        return -2;
    for (int y = 0; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            drop[y * w + x] = (short)(land->cells[y * w + x] - land->cells[(y + 1) * w + x]);
    for (int y = 0; y < h - 2; y++)
        for (int x = 0; x < w; x++)
            water->cells[y * w + x] = (short)(drop[(y + 1) * w + x] - drop[y * w + x]);
    free(drop);
    return 0;
}

static void shade(const short land[H][W], short dark[H][W])
{
    short mean[H][W];

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            mean[y][x] = (short)(land[y][x] / 2);
    for (int y = 1; y < H; y++)
        for (int x = 0; x < W; x++)
            dark[y][x] = (short)(mean[y][x] - mean[y - 1][x]);
}

static short pool[3 * H][W];
static short dark[H][W];

static unsigned sum(int rows, const short cells[][W])
{
    unsigned all = 0;

    for (int y = 0; y < rows; y++)
        for (int x = 0; x < W; x++)
            all = 33 * all + (unsigned short)cells[y][x];
    return all;
}

int main(void)
{
    for (int first = 0; first <= 2 * H; first++) {
        struct map land = {H, W, pool[H]}, water = {H, W, pool[first]};

        for (int y = 0; y < 3 * H; y++)
            for (int x = 0; x < W; x++)
                pool[y][x] = (short)((13 * y * x + 5 * y + x) % 23);
        int result = slope(&land, &water);
        printf("%d: %d %u\n", first - H, result, sum(3 * H, (const short (*)[W])pool));
    }
    shade((const short (*)[W])pool, dark);
    printf("%u\n", sum(H, (const short (*)[W])dark));
    return 0;
}
