/*
 * Unsharp masking with functions that return at once from images that are too small, and counters
 * at the top of each.
 *
 * Expected:
 *   t    3 rows
 *   b    one row or less
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 13 /* rows */
#endif
#ifndef W
#define W 15 /* columns */
#endif

void blur_h(const float *src, float *dst, int w, int h)
{
    int x, y;
    if (w < 3 || h < 1)
        return;
    for (y = 0; y < h; y++)
        for (x = 1; x < w - 1; x++)
            dst[y * w + x] = 0.25f * src[y * w + x - 1] + 0.5f * src[y * w + x] + 0.25f * src[y * w + x + 1];
}

void blur_v(const float *src, float *dst, int w, int h)
{
    int x, y;
    if (w < 3 || h < 3)
        return;
    for (y = 1; y < h - 1; y++)
        for (x = 1; x < w - 1; x++)
            dst[y * w + x] = 0.25f * src[(y - 1) * w + x] + 0.5f * src[y * w + x] + 0.25f * src[(y + 1) * w + x];
}

void sharpen(const float *src, const float *blurred, float *dst, int w, int h)
{
    int x, y;
    if (w < 3 || h < 3)
        return;
    for (y = 1; y < h - 1; y++)
        for (x = 1; x < w - 1; x++)
            dst[y * w + x] = src[y * w + x] + 1.5f * (src[y * w + x] - blurred[y * w + x]);
}

void unsharp(const float *restrict src, float *restrict dst, int w, int h)
{
    float *t, *b;

    if (w < 3 || h < 3)
        return;
    t = malloc(sizeof(float) * w * h);
    b = malloc(sizeof(float) * w * h);
    if (!t || !b) {
        free(t);
        free(b);
        return;
    }
    blur_h(src, t, w, h);
    blur_v(t, b, w, h);
    sharpen(src, b, dst, w, h);
    free(t);
    free(b);
}

int main(void)
{
    static float in[W * H], out[W * H];
    double sum = 0;

    for (int i = 0; i < W * H; i++)
        in[i] = (float)((i * 31) % 101);
    unsharp(in, out, W, H);
    for (int i = 0; i < W * H; i++)
        sum += out[i] * (i % 13);
    printf("the checksum is %.6f\n", sum);
    return 0;
}
