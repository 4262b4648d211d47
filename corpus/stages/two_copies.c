/*
 * A smoothed image and its slope. Both functions copy the width of the same structure.
 *
 * Expected: three rows of `smooth`: both copies are the same width.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 23 /* columns */
#endif
#ifndef H
#define H 19 /* rows */
#endif

struct image {
    int width, height;
    const float *data;
};

static void smoothed(const struct image *src, float *dst)
{
    int w = src->width;

    for (int y = 0; y < src->height; y++)
        for (int x = 1; x < w - 1; x++)
            dst[y * w + x] = 0.25f * src->data[y * w + x - 1] + 0.5f * src->data[y * w + x]
                             + 0.25f * src->data[y * w + x + 1];
}

static void slope(const struct image *src, float *out)
{
    int w = src->width, h = src->height;
    float *smooth = malloc(sizeof(float) * w * h);

    if (!smooth)
        abort();
    smoothed(src, smooth);
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = smooth[(y + 1) * w + x] - smooth[(y - 1) * w + x];
    free(smooth);
}

static float data[W * H], out[W * H];

int main(void)
{
    struct image src = {W, H, data};

    for (int k = 0; k < W * H; k++)
        data[k] = k * 37 % 101;
    slope(&src, out);
    for (int k = 0; k < W * H && k < 300; k++)
        printf("%a\n", (double)out[k]);
    return 0;
}
