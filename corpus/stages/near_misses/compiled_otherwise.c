/*
 * The first stage looks for samples that are no numbers, so it is never compiled with fast
 * arithmetic; its caller may be.
 *
 * Expected:
 *   t   stays: the attribute is for the code of `clean` alone
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 13 /* rows */
#endif
#ifndef W
#define W 17 /* columns */
#endif

static __attribute__((optimize("no-fast-math"))) void clean(int h, int w, const float *s, float *d)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            d[y * w + x] = s[y * w + x] != s[y * w + x] ? 0.5f : s[y * w + x];
}

static void blur(int h, int w, const float *s, float *d)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            d[y * w + x] = s[(y - 1) * w + x] + s[(y + 1) * w + x];
}

void clean_and_blur(int h, int w, const float *restrict in, float *restrict out)
{
    float *t = malloc(sizeof *t * h * w);

    if (!t)
        abort();
    clean(h, w, in, t);
    blur(h, w, t, out);
    free(t);
}

int main(void)
{
    static float image[H * W], result[H * W];

    for (int i = 0; i < H * W; i++)
        image[i] = i % 5 ? (float)(i * i % 97) : NAN;
    clean_and_blur(H, W, image, result);
    for (int i = 0; i < H * W; i++)
        printf("%g\n", result[i]);
    return 0;
}
