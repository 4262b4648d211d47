/*
 * Stage functions whose loops threads share, over flat images on the heap.
 *
 * Expected:
 *   gx, gy, sum   a few rows of each strip: threads share the strips of one loop
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 14 /* rows */
#endif
#ifndef W
#define W 11 /* columns */
#endif

static void gradient_x(const float *restrict from, float *restrict to, int w, int h)
{
    #pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            to[y * w + x] = from[y * w + x + 1] - from[y * w + x - 1];
}

static void gradient_y(const float *restrict from, float *restrict to, int w, int h)
{
    #pragma omp parallel for
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            to[y * w + x] = from[(y + 1) * w + x] - from[(y - 1) * w + x];
}

static void edges(const float *restrict in, float *restrict out, int w, int h)
{
    float *gx = malloc((size_t)w * h * sizeof *gx);
    float *gy = malloc((size_t)w * h * sizeof *gy);
    float *sum = malloc((size_t)w * h * sizeof *sum);

    gradient_x(in, gx, w, h);
    gradient_y(in, gy, w, h);

    #pragma omp parallel for
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            sum[y * w + x] = gx[y * w + x] * gx[y * w + x] + gy[y * w + x] * gy[y * w + x];

    /* over three rows */
    #pragma omp parallel for
    for (int y = 2; y < h - 2; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = sum[(y - 1) * w + x] + sum[y * w + x] + sum[(y + 1) * w + x];

    free(sum);
    free(gy);
    free(gx);
}

static float in[H * W], out[H * W];

int main(void)
{
    float sum = 0;

    for (int i = 0; i < H * W; i++)
        in[i] = (float)((i * 7 % 11) + (i * 5 % 3));
    edges(in, out, W, H);
    for (int i = 0; i < H * W; i++)
        sum = 0.5f * sum + out[i];
    printf("the checksum is %a\n", sum);
    return 0;
}
