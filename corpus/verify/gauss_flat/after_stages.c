/* verify: proved
 * Both passes still visit the whole image, but in one function, and the
 * vertical one from below.
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
    float *tmp = malloc(w * h * sizeof *tmp);

    if (!tmp)
        return;
    for (size_t y = 0; y < h; y++) {
        const float *s = src + y * w;
        float *t = tmp + y * w;

        for (size_t x = 0; x < w; x++)
            t[x] = 0.25f * s[x > 0 ? x - 1 : x] + 0.5f * s[x] + 0.25f * s[x + 1 < w ? x + 1 : x];
    }
    for (size_t y = h; y-- > 0;) {
        const float *up = tmp + (y > 0 ? y - 1 : y) * w;
        const float *at = tmp + y * w;
        const float *down = tmp + (y + 1 < h ? y + 1 : y) * w;

        for (size_t x = 0; x < w; x++)
            dst[y * w + x] = 0.25f * up[x] + 0.5f * at[x] + 0.25f * down[x];
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
