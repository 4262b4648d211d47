/*
 * A tone curve by the local brightness: neighbours beyond the edge of a row are the last pixel of it,
 * by a choice of the column, with `size_t` and with `int`.
 *
 * Expected: one row of `light`, one variable for `local`.
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

static void tone(const uint8_t *rgb, float *out, size_t width, size_t height)
{
    size_t n = width * height;
    float *light = malloc(n * sizeof *light);
    float *local = malloc(n * sizeof *local);

    if (!light || !local)
        abort();
    for (size_t i = 0; i < n; i++)
        light[i] = 0.25f * rgb[3 * i] + 0.5f * rgb[3 * i + 1] + 0.25f * rgb[3 * i + 2];
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++) {
            size_t x0 = x == 0 ? 0 : x - 1, x1 = x + 1 < width ? x + 1 : width - 1;
            local[y * width + x] =
                0.25f * (light[y * width + x0] + 2 * light[y * width + x] + light[y * width + x1]);
        }
    for (size_t i = 0; i < n; i++)
        out[i] = light[i] / (1 + local[i]);
    free(light);
    free(local);
}

static void soften(const float *in, float *out, int w, int h)
{
    float *twice = malloc((size_t)w * h * sizeof *twice);

    if (!twice)
        abort();
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            twice[y * w + x] = 2 * in[y * w + x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int left = x > 0 ? x - 1 : 0, right = x < w - 1 ? x + 1 : w - 1;
            out[y * w + x] = twice[y * w + left] - twice[y * w + right];
        }
    free(twice);
}

static uint8_t rgb[3 * W * H];
static float out[W * H], soft[W * H];

int main(void)
{
    for (int k = 0; k < 3 * W * H; k++)
        rgb[k] = k * 37 % 251;
    tone(rgb, out, W, H);
    soften(out, soft, W, H);
    for (int k = 0; k < W * H && k < 300; k++)
        printf("%a %a\n", (double)out[k], (double)soft[k]);
    return 0;
}
