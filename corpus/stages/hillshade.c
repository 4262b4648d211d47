/*
 * Shading of an elevation model: slope and direction as images between loops. Sizes and data are
 * members of a structure; the loops use copies of the sizes.
 *
 * Expected: one element of each image; `cols` and `rows` keep their spelling.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 23 /* columns */
#endif
#ifndef H
#define H 19 /* rows */
#endif

struct dem {
    int cols, rows;
    float cell;
    const float *z;
};

static void shade(const struct dem *d, float *out, float sun)
{
    int w = d->cols, h = d->rows;
    float *dx = malloc(sizeof(float) * w * h);
    float *dy = malloc(sizeof(float) * w * h);
    float *slope = malloc(sizeof(float) * w * h);

    if (!dx || !dy || !slope)
        goto done;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            dx[y * w + x] = (d->z[y * w + x + 1] - d->z[y * w + x - 1]) / (2 * d->cell);
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            dy[y * w + x] = (d->z[(y + 1) * w + x] - d->z[(y - 1) * w + x]) / (2 * d->cell);
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            slope[y * w + x] = dx[y * w + x] * dx[y * w + x] + dy[y * w + x] * dy[y * w + x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = (1 + sun * (dx[y * w + x] - dy[y * w + x])) / (1 + slope[y * w + x]);
done:
    free(dx);
    free(dy);
    free(slope);
}

static float z[W * H], out[W * H];

int main(void)
{
    struct dem d = {W, H, 0.5f, z};

    for (int k = 0; k < W * H; k++)
        z[k] = k * 37 % 101;
    shade(&d, out, 0.7f);
    for (int k = 0; k < W * H && k < 300; k++)
        printf("%a\n", (double)out[k]);
    return 0;
}
