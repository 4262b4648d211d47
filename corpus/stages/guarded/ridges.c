/*
 * Steps between rows, twice smoothed, written to any place of a pool: beside the input, onto it, or
 * some rows before or after it.
 *
 * Expected:
 *   step, soft   few rows, under a test that `in` and `out` do not overlap
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 11 /* rows */
#endif
#ifndef W
#define W 6 /* columns */
#endif

// Each row of `out` is the second difference of three rows of `in`.
void ridges(int h, int w, const int in[h][w], int out[h][w])
{
    int (*step)[w] = malloc((size_t)h * sizeof *step);
    int (*soft)[w] = malloc((size_t)h * sizeof *soft);
    if (!step || !soft)
        abort();

    for (int y = 0; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            step[y][x] = in[y + 1][x] - in[y][x];

    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            soft[y][x] = step[y - 1][x] + 2 * step[y][x];

    for (int y = 2; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = soft[y][x] - soft[y - 1][x];

    free(step);
    free(soft);
}

int main(void)
{
    static int pool[3 * H][W];

    for (int first = 0; first <= 2 * H; first++) {
        for (int y = 0; y < 3 * H; y++)
            for (int x = 0; x < W; x++)
                pool[y][x] = (31 * y + 7 * x * y + 5 * x) % 19;
        ridges(H, W, (const int (*)[W])&pool[H], &pool[first]);
        unsigned sum = 0;
        for (int y = 0; y < 3 * H; y++)
            for (int x = 0; x < W; x++)
                sum = 31 * sum + (unsigned)pool[y][x];
        printf("%d: %u\n", first - H, sum);
    }
    return 0;
}
