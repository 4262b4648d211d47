// Unsharp mask: sizes are size_t, subscripts are hidden in macros.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define AT(a, y, x) a[(y) * w + (x)]

// Mean of three neighbours in a row.
static void rows(const float *src, float *dst, size_t w, size_t h)
{
    for (size_t y = 0; y < h; y++)
        for (size_t x = 1; x + 1 < w; x++)
            AT(dst, y, x) = (AT(src, y, x - 1) + AT(src, y, x) + AT(src, y, x + 1)) / 3;
}

// Mean of three neighbours in a column.
static void columns(const float *src, float *dst, size_t w, size_t h)
{
    for (size_t y = 1; y + 1 < h; y++)
        for (size_t x = 1; x + 1 < w; x++)
            AT(dst, y, x) = (AT(src, y - 1, x) + AT(src, y, x) + AT(src, y + 1, x)) / 3;
}

// out = in + amount * (in - blurred)
static void sharpen(const float *in, const float *blurred, float *out, size_t w, size_t h, float amount)
{
    for (size_t y = 1; y + 1 < h; y++) {
        for (size_t x = 1; x + 1 < w; x++) {
            float detail = AT(in, y, x) - AT(blurred, y, x);
            AT(out, y, x) = AT(in, y, x) + amount * detail;
        }
    }
}

int unsharp(const float *image, float *result, size_t w, size_t height, float strength)
{
    float *a = malloc(w * height * sizeof(float));
    float *b = malloc(w * height * sizeof(float));
    if (!a || !b) {
        free(a);
        free(b);
        return -1;
    }
    rows(image, a, w, height);
    columns(a, b, w, height);
    sharpen(image, b, result, w, height, strength);
    free(a);
    free(b);
    return 0;
}

int main(void)
{
    enum { W = 14, H = 11 };
    static float image[W * H], result[W * H];
    for (int i = 0; i < W * H; i++)
        image[i] = (float)(i * 29 % 83);
    if (unsharp(image, result, W, H, 0.75f))
        return 1;
    for (int i = 0; i < W * H; i++)
        printf("%a\n", result[i]);
    return 0;
}
