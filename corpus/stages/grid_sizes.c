/*
 * The steepest slope in each row of a surface. The sizes are members of a structure that the
 * function gets by value.
 *
 * Expected: one row of `slope`.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 23 /* columns */
#endif
#ifndef H
#define H 19 /* rows */
#endif

struct grid {
    unsigned nx, ny;
    double dx;
};

static void steepest(struct grid g, const double *height, double *out)
{
    size_t w = g.nx, h = g.ny;
    double scale = 1.0 / (2.0 * g.dx);
    double *slope = malloc(w * h * sizeof *slope);

    if (!slope)
        return;
    for (size_t y = 0; y < h; y++)
        for (size_t x = 1; x + 1 < w; x++) {
            double d = (height[y * w + x + 1] - height[y * w + x - 1]) * scale;
            slope[y * w + x] = d * d;
        }
    for (size_t y = 0; y < h; y++) {
        double most = 0.0;
        for (size_t x = 1; x + 1 < w; x++)
            if (slope[y * w + x] > most)
                most = slope[y * w + x];
        out[y] = most;
    }
    free(slope);
}

static double height[H * W], out[H];

int main(void)
{
    struct grid g = {W, H, 0.5};

    for (int k = 0; k < H * W; k++)
        height[k] = k * 37 % 101;
    steepest(g, height, out);
    for (int y = 0; y < H; y++)
        printf("%a\n", out[y]);
    return 0;
}
