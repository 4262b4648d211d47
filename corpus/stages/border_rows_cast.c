/*
 * An unsharp mask of a flat image whose places are computed as `size_t`. The first and last row of
 * the blurred image are set in one loop, before the others.
 *
 * Expected: three rows of `across`, one row of `blurred`.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 23 /* columns */
#endif
#ifndef H
#define H 19 /* rows */
#endif

#define AT(image, x, y) (image)[(size_t)(y) * width + (x)]

static void sharpen(const uint8_t *src, uint8_t *dst, int width, int height, float amount)
{
    float *across = malloc((size_t)width * height * sizeof(float));
    float *blurred = malloc((size_t)width * height * sizeof(float));

    if (!across || !blurred) {
        free(across);
        free(blurred);
        return;
    }
    for (int y = 0; y < height; ++y) {
        AT(across, 0, y) = AT(src, 0, y);
        for (int x = 1; x < width - 1; ++x)
            AT(across, x, y) = (AT(src, x - 1, y) + 2 * AT(src, x, y) + AT(src, x + 1, y)) * 0.25f;
        AT(across, width - 1, y) = AT(src, width - 1, y);
    }
    for (int x = 0; x < width; ++x) {
        AT(blurred, x, 0) = AT(across, x, 0);
        AT(blurred, x, height - 1) = AT(across, x, height - 1);
    }
    for (int y = 1; y < height - 1; ++y)
        for (int x = 0; x < width; ++x)
            AT(blurred, x, y) = (AT(across, x, y - 1) + 2 * AT(across, x, y) + AT(across, x, y + 1)) * 0.25f;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            float v = AT(src, x, y) + amount * (AT(src, x, y) - AT(blurred, x, y));
            AT(dst, x, y) = v < 0 ? 0 : v > 255 ? 255 : (uint8_t)v;
        }
    free(across);
    free(blurred);
}

static uint8_t src[W * H], dst[W * H];

int main(void)
{
    unsigned sum = 0;

    for (int k = 0; k < W * H; k++)
        src[k] = k * 37 % 251;
    sharpen(src, dst, W, H, 0.75f);
    for (int k = 0; k < W * H; k++) {
        sum = 31 * sum + dst[k];
        if (k < 200)
            printf("%d\n", dst[k]);
    }
    printf("%u\n", sum);
    return 0;
}
