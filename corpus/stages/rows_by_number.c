/*
 * Two stages for each row of a table of rows: the second one looks up another row by a number that
 * is data, and adds what the first one found.
 *
 * Expected: one value of `mean`; all rows stay.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 11 /* columns */
#endif
#ifndef H
#define H 9 /* rows */
#endif

static void differences(const double *in, const int *next, double *out, int h, int w)
{
    double **rows = malloc(h * sizeof(double *));
    double *block = malloc(sizeof(double) * h * w);
    double *mean = malloc(h * sizeof(double));

    if (!rows || !block || !mean)
        abort();
    for (int y = 0; y < h; y++)
        rows[y] = block + y * w;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            rows[y][x] = in[y * w + x] * 0.25;
    for (int y = 0; y < h; y++)
        mean[y] = (rows[y][0] + rows[y][w - 1]) / 2;
    for (int y = 0; y < h; y++)
        out[y] = mean[y] - rows[next[y]][next[y] % w];
    free(mean);
    free(block);
    free(rows);
}

static double in[H * W];
static double out[H];
static int next[H];

int main(void)
{
    double checksum = 0;

    for (int i = 0; i < H * W; i++)
        in[i] = (i * 5 + i / W) % 19;
    for (int y = 0; y < H; y++)
        next[y] = (y * 5 + 2) % H;
    differences(in, next, out, H, W);
    for (int y = 0; y < H; y++)
        checksum += out[y] * (y + 1);
    printf("%.9g\n", checksum);
    return 0;
}
