/*
 * One stage computes places as `int`, the next one as `long`; the size of the image has casts.
 *
 * Expected: t 3 rows; no number loses its sign without a cast.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 14 /* rows */
#endif
#ifndef W
#define W 11 /* columns */
#endif

static void scale(const double *s, double *d, int w, int h, double k)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            d[y * w + x] = s[y * w + x] * k;
}

static void around(const double *s, double *d, long w, long h)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            d[y * w + x] = s[(y - 1) * w + x] + s[(y + 1) * w + x];
}

static void both(const double *in, double *out, int w, int h)
{
    double *t = malloc((size_t)w * (size_t)h * sizeof *t);
    scale(in, t, w, h, 3);
    around(t, out, w, h);
    free(t);
}

static double in[H * W], out[H * W];

int main(void)
{
    double sum = 0;

    for (int i = 0; i < H * W; i++)
        in[i] = i * 7 % 23;
    both(in, out, W, H);
    for (int i = 0; i < H * W; i++)
        sum += out[i] * (i % 5);
    printf("the checksum is %a\n", sum);
    return 0;
}
