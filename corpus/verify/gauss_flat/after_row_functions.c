/* verify: proved
 * A function for each row; the first and the last row before and after the
 * loop.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef W
#define W 10 /* columns */
#endif
#ifndef H
#define H 8 /* rows */
#endif

static void row(const float *src, float *dst, size_t w)
{
    for (size_t x = 0; x < w; x++) {
        size_t l = x > 0 ? x - 1 : 0;
        size_t r = x + 1 < w ? x + 1 : w - 1;

        dst[x] = 0.25f * src[l] + 0.5f * src[x] + 0.25f * src[r];
    }
}

static void column(const float *up, const float *at, const float *down, float *dst, size_t w)
{
    for (size_t x = 0; x < w; x++)
        dst[x] = 0.25f * up[x] + 0.5f * at[x] + 0.25f * down[x];
}

void gauss(const float *restrict src, float *restrict dst, size_t w, size_t h)
{
    float *tmp = malloc(3 * w * sizeof *tmp);

    if (!tmp)
        return;
    if (h > 0) {
        float *up = tmp, *at = tmp + w, *down = tmp + 2 * w;

        row(src, at, w);
        memcpy(up, at, w * sizeof *up);
        for (size_t y = 0; y + 1 < h; y++) {
            row(src + (y + 1) * w, down, w);
            column(up, at, down, dst + y * w, w);

            float *t = up;
            up = at;
            at = down;
            down = t;
        }
        column(up, at, at, dst + (h - 1) * w, w);
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
