/* Images whose borders are never set, in several styles: no objective takes more of them than another one
 * that aims at fewer cells, and no part of a subscript loses a cast that compilers would miss. */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 19
#endif
#ifndef H
#define H 23
#endif
#define TILE 8
#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define PIXEL(image, y, x) ((image)[(size_t)(y) * (size_t)stride + (size_t)(x)])

/* A table for two functions. */
static const float weights[3] = {0.25f, 0.5f, 0.25f};

/* One exit, as in kernels of operating systems. */
static int smooth(const float *in, float *out, int w, int h)
{
    int status = -1;
    float *sums = NULL, *means = NULL;

    sums = malloc(sizeof(*sums) * w * h);
    if (!sums)
        goto out;
    means = malloc(sizeof(*means) * w * h);
    if (!means)
        goto out;
    for (int y = 0; y < h; y++) {
        for (int x = 1; x < w - 1; x++)
            sums[y * w + x] = weights[0] * in[y * w + x - 1] + weights[2] * in[y * w + x + 1];
        if (y >= 1) {
            for (int x = 1; x < w - 1; x++)
                means[y * w + x] = sums[y * w + x] + sums[(y - 1) * w + x];
            for (int x = 1; x < w - 1; x++)
                out[y * w + x] = 0.25f * means[y * w + x];
        }
    }
    status = 0;
out:
    free(means);
    free(sums);
    return status;
}

/* Strips of rows with a whole image between them. */
static void strips(const float *in, float *out, int w, int h)
{
    float *rows = malloc(sizeof(float) * w * h);

    for (int y0 = 1; y0 < h - 1; y0 += TILE) {
        int y1 = LEAST(y0 + TILE, h - 1);
        for (int y = y0 - 1; y < y1 + 1; y++)
            for (int x = 1; x < w - 1; x++)
                rows[y * w + x] = weights[1] * in[y * w + x] + in[y * w + x + 1];
        for (int y = y0; y < y1; y++)
            for (int x = 1; x < w - 1; x++)
                out[y * w + x] -= rows[(y - 1) * w + x] + rows[(y + 1) * w + x];
    }
    free(rows);
}

/* All parts of a subscript are cast: so are the new ones. */
static void cast(const float *in, float *out, int w, int h)
{
    const int stride = w;
    float *t = malloc(sizeof(float) * (size_t)w * (size_t)h);

    for (int y = 0; y < h; y++) {
        for (int x = 1; x < w - 1; x++)
            PIXEL(t, y, x) = PIXEL(in, y, x - 1) + PIXEL(in, y, x + 1);
        if (y > 0)
            for (int x = 1; x < w - 1; x++)
                PIXEL(out, y, x) += PIXEL(t, y, x) - PIXEL(t, y - 1, x);
    }
    free(t);
}

/* The whole tile is set: nothing of it can be spared, whatever the order of its elements. */
static void tile(const float *in, float *out)
{
    float t[TILE + 2][TILE + 2];

    for (int y = 0; y < TILE + 2; y++)
        for (int x = 0; x < TILE + 2; x++)
            t[y][x] = in[(y + x) % (W * H)] * 0.5f;
    for (int y = 0; y < TILE; y++)
        for (int x = 0; x < TILE; x++)
            out[(y * TILE + x) % (W * H)] += t[y][x] + t[y + 1][x + 1] + t[y + 2][x + 2];
}

int main(void)
{
    static float in[W * H], out[W * H];
    double sum = 0;

    for (int i = 0; i < W * H; i++)
        in[i] = (float)(i * 131 % 97);
    if (smooth(in, out, W, H))
        return 1;
    strips(in, out, W, H);
    cast(in, out, W, H);
    tile(in, out);
    for (int i = 0; i < W * H; i++)
        sum += out[i] * (i % 7);
    printf("%.4f\n", sum);
    return 0;
}
