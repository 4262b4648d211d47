/*
 * Laplacian of Gaussian with a function that reads a pixel, sizes in `size_t`, assertions.
 *
 * Expected:
 *   tmp    3 rows
 */
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 13 /* rows */
#endif
#ifndef W
#define W 15 /* columns */
#endif

static inline float at(const float *p, size_t w, size_t x, size_t y)
{
    return p[y * w + x];
}

static void gauss(const float *in, float *out, size_t w, size_t h)
{
    assert(w > 0 && h > 0);
    for (size_t y = 1; y + 1 < h; ++y)
        for (size_t x = 1; x + 1 < w; ++x)
            out[y * w + x] = (at(in, w, x - 1, y) + at(in, w, x + 1, y) + at(in, w, x, y - 1)
                              + at(in, w, x, y + 1) + 4 * at(in, w, x, y)) / 8;
}

static void laplace(const float *in, float *out, size_t w, size_t h)
{
    assert(w > 0 && h > 0);
    for (size_t y = 2; y + 2 < h; ++y)
        for (size_t x = 2; x + 2 < w; ++x)
            out[y * w + x] = 4 * at(in, w, x, y) - at(in, w, x - 1, y) - at(in, w, x + 1, y)
                             - at(in, w, x, y - 1) - at(in, w, x, y + 1);
}

void log_filter(const float *restrict in, float *restrict out, size_t w, size_t h)
{
    float *tmp = calloc(w * h, sizeof *tmp);

    assert(tmp != NULL);
    gauss(in, tmp, w, h);
    laplace(tmp, out, w, h);
    free(tmp);
}

int main(void)
{
    static float in[W * H], out[W * H];
    double sum = 0;

    for (size_t i = 0; i < W * H; i++)
        in[i] = (float)((i * 31) % 101);
    log_filter(in, out, W, H);
    for (size_t i = 0; i < W * H; i++)
        sum += out[i] * (double)(i % 13);
    printf("the checksum is %.6f\n", sum);
    return 0;
}
