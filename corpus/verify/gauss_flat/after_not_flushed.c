/* verify: refuted
 * The last row is never written.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 10 /* columns */
#endif
#ifndef H
#define H 8 /* rows */
#endif

void gauss(const float *restrict src, float *restrict dst, size_t w, size_t h)
{
    float *tmp = malloc(3 * w * sizeof *tmp);

    if (!tmp)
        return;
    for (size_t y = 0; y < h; y++) {
        for (size_t x = 0; x < w; x++) {
            size_t l = x > 0 ? x - 1 : 0;
            size_t r = x + 1 < w ? x + 1 : w - 1;

            tmp[y % 3 * w + x] = 0.25f * src[y * w + l] + 0.5f * src[y * w + x] + 0.25f * src[y * w + r];
        }
        if (y >= 1) {
            size_t u = y >= 2 ? y - 2 : 0;

            for (size_t x = 0; x < w; x++)
                dst[(y - 1) * w + x] = 0.25f * tmp[u % 3 * w + x] + 0.5f * tmp[(y - 1) % 3 * w + x]
                                     + 0.25f * tmp[y % 3 * w + x];
        }
    }
    free(tmp);
}

int main(void)
{
    float *image = malloc(sizeof(float) * W * H);
    float *result = calloc(W * H, sizeof(float));
    unsigned seed = 7;
    double checksum = 0;

    if (!image || !result)
        return 1;
    for (size_t i = 0; i < W * H; i++) {
        seed = seed * 1664525u + 1013904223u;
        image[i] = (seed >> 8) / 16777216.0f;
    }

    gauss(image, result, W, H);

    for (size_t i = 0; i < W * H; i++)
        checksum = 0.996 * checksum + result[i];
    printf("%a\n", checksum);
    free(result);
    free(image);
    return 0;
}
