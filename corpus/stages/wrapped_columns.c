/*
 * A field around a globe: columns are next to the other end of their row, rows end at the poles,
 * where the stencil is reflected. The arrays are flat, with sizes from outside.
 *
 * Expected:
 *   east   1 row: each choice of a column stays in its row
 *   steep  3 rows: the row before the first one is the second
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9
#endif
#ifndef W
#define W 12
#endif

static void slopes(const double *height, double *out, int w, int h)
{
    double *east = malloc(sizeof *east * w * h), *steep = malloc(sizeof *steep * w * h);

    if (!east || !steep)
        exit(1);
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            east[i * w + j] = height[i * w + j] * height[i * w + j] / 8;
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            int right = j == w - 1 ? 0 : j + 1;
            int left = j == 0 ? w - 1 : j - 1;
            steep[i * w + j] = (east[i * w + right] - east[i * w + left]) / 2;
        }
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            out[i * w + j] = steep[(i == 0 ? 1 : i - 1) * w + j] + steep[(i == h - 1 ? h - 2 : i + 1) * w + j];
    free(east);
    free(steep);
}

static double height[H * W], out[H * W];

int main(void)
{
    double sum = 0;

    for (int i = 0; i < H * W; i++)
        height[i] = i * 5 % 13;
    slopes(height, out, W, H);
    for (int i = 0; i < H * W; i++)
        sum = sum / 2 + out[i];
    printf("the checksum is %a\n", sum);
    return 0;
}
