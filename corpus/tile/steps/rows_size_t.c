/*
 * Smoothing of a flat image with sizes and counters that have no sign, one of which counts rounds.
 *
 * Expected: tiles of r, y and x.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 19 /* rows */
#endif

static void smooth(float *restrict img, float *restrict tmp, size_t w, size_t h, size_t rounds)
{
    for (size_t r = 0; r < rounds; r++) {
        for (size_t y = 1; y < h - 1; y++)
            for (size_t x = 0; x < w; x++)
                tmp[y * w + x] = 0.5f * (img[(y - 1) * w + x] + img[(y + 1) * w + x]);
        for (size_t y = 1; y < h - 1; y++)
            for (size_t x = 0; x < w; x++)
                img[y * w + x] = tmp[y * w + x];
    }
}

int main(void)
{
    size_t w = 17, h = N;
    float *img = malloc(w * h * sizeof *img), *tmp = malloc(w * h * sizeof *tmp);

    if (!img || !tmp)
        return 1;
    for (size_t k = 0; k < w * h; k++)
        img[k] = tmp[k] = (float)(k * 37 % 101);
    if (N > 1)
        smooth(img, tmp, w, h, 10);
    for (size_t k = 0; k < w * h; k += 3)
        printf("%a %a\n", img[k], tmp[k]);
    free(img);
    free(tmp);
    return 0;
}
