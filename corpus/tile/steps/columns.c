/*
 * Smoothing along the columns of a flat image, many times; the height comes from the caller.
 *
 * Expected: tiles of r, y and x.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 19 /* rows */
#endif

static void smooth(float *restrict img, float *restrict tmp, int w, int h, int rounds)
{
    for (int r = 0; r < rounds; r++) {
        for (int y = 1; y < h - 1; y++)
            for (int x = 0; x < w; x++)
                tmp[y * w + x] = 0.25f * (img[(y - 1) * w + x] + 2 * img[y * w + x] + img[(y + 1) * w + x]);
        for (int y = 1; y < h - 1; y++)
            for (int x = 0; x < w; x++)
                img[y * w + x] = tmp[y * w + x];
    }
}

int main(void)
{
    int w = 27, h = N;
    float *img = malloc(sizeof(float) * w * h), *tmp = malloc(sizeof(float) * w * h);

    if (!img || !tmp)
        return 1;
    for (int k = 0; k < w * h; k++)
        img[k] = tmp[k] = (k * 37 % 101) / 101.0f;
    smooth(img, tmp, w, h, 12);
    for (int k = 0; k < w * h; k += 5)
        printf("%a %a\n", img[k], tmp[k]);
    free(img);
    free(tmp);
    return 0;
}
