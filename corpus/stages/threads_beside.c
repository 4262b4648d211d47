/*
 * Stages that threads share beside serial ones: a filter whose rows do not need each other, and a
 * sum that needs them in their order.
 *
 * Expected:
 *   across        3 rows of each strip, with the filter in the loop that threads share
 *   level, edges  one element, 3 rows of each strip, behind the sum
 *   smooth        stays: the sum needs all of it first
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 14 /* rows */
#endif
#ifndef W
#define W 11 /* columns */
#endif

static double sharpen(const float *in, float *restrict out, int w, int h)
{
    float *across, *smooth, *level, *edges;
    double sum = 0;

    across = (float *)malloc(sizeof(float) * w * h);
    smooth = (float *)malloc(sizeof(float) * w * h);
    level = (float *)malloc(sizeof(float) * w * h);
    edges = (float *)malloc(sizeof(float) * w * h);
    if (!across || !smooth || !level || !edges)
        exit(EXIT_FAILURE);
    #pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            across[y * w + x] = in[y * w + x - 1] + 2 * in[y * w + x] + in[y * w + x + 1];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            smooth[y * w + x] = across[(y - 1) * w + x] + across[y * w + x] + across[(y + 1) * w + x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            sum += 0.5 * smooth[y * w + x];
    #pragma omp parallel for
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            level[y * w + x] = smooth[y * w + x] / 16;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            edges[y * w + x] = in[y * w + x] - level[y * w + x];
    #pragma omp parallel for
    for (int y = 2; y < h - 2; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = edges[(y - 1) * w + x] + 4 * edges[y * w + x] + edges[(y + 1) * w + x];
    free(across);
    free(smooth);
    free(level);
    free(edges);
    return sum;
}

static float in[H * W], out[H * W];

int main(void)
{
    double sum;

    for (int i = 0; i < H * W; i++)
        in[i] = (float)(i * 7 % 23);
    sum = sharpen(in, out, W, H);
    for (int i = 0; i < H * W; i++)
        sum = 0.5 * sum + out[i];
    printf("the checksum is %a\n", sum);
    return 0;
}
