/*
 * A table whose rows are passed on: the memory of all rows is set beside loops.
 *
 * Expected:
 *   rise, sum   one row each
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 7
#endif
#ifndef W
#define W 5
#endif

static void print_row(int w, const float *row)
{
    for (int x = 0; x < w; x++)
        printf("%.3f%c", row[x], x + 1 < w ? ' ' : '\n');
}

static int profile(int h, int w, const float *in)
{
    if (h < 1 || w < 2)
        return -1;
    float *rise = malloc(h * w * sizeof *rise);
    float **sum = malloc(h * sizeof *sum);
    if (!rise || !sum)
        return -1;
    sum[0] = calloc((size_t)h * w, sizeof **sum);
    if (!sum[0])
        return -1;
    for (int y = 1; y < h; y++)
        sum[y] = sum[y - 1] + w;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++)
            rise[y * w + x] = in[y * w + x] - in[y * w + x - 1];
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++)
            sum[y][x] = sum[y][x - 1] + rise[y * w + x];
    for (int y = 0; y < h; y++)
        print_row(w, sum[y]);
    free(rise);
    free(sum[0]);
    free(sum);
    return 0;
}

int main(void)
{
    static float in[H * W];
    for (int i = 0; i < H * W; i++)
        in[i] = i * 7 % 11;
    return profile(H, W, in) != 0;
}
