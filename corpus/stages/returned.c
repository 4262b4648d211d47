/*
 * A function allocates the image that it returns, and calls what the caller passes between its stages.
 *
 * Expected:
 *   t       three rows
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 10 /* rows */
#endif
#ifndef W
#define W 7 /* columns */
#endif

static float in[H * W];

static int progress(int percent)
{
    return printf("%d\n", percent);
}

float *filter(int h, int w, const float *restrict src, int (*log)(int))
{
    float *t = malloc(h * w * sizeof(float));
    float *out = calloc(h * w, sizeof(float));
    if (t == NULL || out == NULL)
        return NULL;
    log(0);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = 2 * src[y * w + x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[(y - 1) * w + x] - t[(y + 1) * w + x];
    log(100);
    free(t);
    return out;
}

int main(void)
{
    for (int i = 0; i < H * W; i++)
        in[i] = i % 7;
    float *out = filter(H, W, in, progress);
    double sum = 0;
    for (int i = 0; i < H * W; i++)
        sum += (i % 5 + 1) * out[i];
    printf("%.6f\n", sum);
    free(out);
    return 0;
}
