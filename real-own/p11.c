#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
/* rgb to luma, then 3x1 sharpen, fused by row */
#define CLAMP(v, lo, hi) ((v) < (lo) ? (lo) : (v) > (hi) ? (hi) : (v))
void sharpen(const uint8_t *rgb, uint8_t *out, int width, int height)
{
    int n = width * height;
    uint8_t *luma = malloc(n * sizeof *luma);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            const uint8_t *p = rgb + 3 * (y * width + x);
            luma[y * width + x] = (uint8_t)((p[0] * 77 + p[1] * 150 + p[2] * 29) >> 8);
        }
        for (int x = 1; x < width - 1; x++) {
            int v = 3 * luma[y * width + x] - luma[y * width + x - 1] - luma[y * width + x + 1];
            out[y * width + x] = (uint8_t)CLAMP(v, 0, 255);
        }
    }
    free(luma);
}
int main(void)
{
    int w = 70, h = 33;
    uint8_t *a = malloc((size_t)(3 * w * h)), *b = calloc((size_t)(w * h), 1);
    for (int i = 0; i < 3 * w * h; i++)
        a[i] = (uint8_t)(i * 11 % 256);
    sharpen(a, b, w, h);
    unsigned s = 0;
    for (int i = 0; i < w * h; i++)
        s = s * 17 + b[i];
    printf("%u\n", s);
    free(a);
    free(b);
    return 0;
}
