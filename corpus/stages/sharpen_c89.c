/*
 * Unsharp masking: clamped borders, an allocation that ends the program if it fails, a flat loop
 * whose counter is declared before it.
 *
 * Expected: tmp 3 rows, blur one variable.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 10
#endif
#ifndef W
#define W 12
#endif

static int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
static float *image(int width, int height)
{
    float *p = malloc(sizeof(float) * (size_t)(width * height));
    if (!p) {
        perror("malloc");
        exit(EXIT_FAILURE);
    }
    return p;
}

static void gauss_x(float *dst, const float *src, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int xl = clamp(x - 1, 0, width - 1);
            int xr = clamp(x + 1, 0, width - 1);
            dst[y * width + x] = 0.25f * src[y * width + xl] + 0.5f * src[y * width + x] + 0.25f * src[y * width + xr];
        }
}

static void gauss_y(float *dst, const float *src, int width, int height)
{
    for (int y = 0; y < height; y++) {
        int yu = clamp(y - 1, 0, height - 1);
        int yd = clamp(y + 1, 0, height - 1);
        for (int x = 0; x < width; x++)
            dst[y * width + x] = 0.25f * src[yu * width + x] + 0.5f * src[y * width + x] + 0.25f * src[yd * width + x];
    }
}

static void sharpen(float *dst, const float *src, const float *blur, int width, int height, float k)
{
    int i, n = width * height;
    for (i = 0; i < n; i++)
        dst[i] = src[i] + k * (src[i] - blur[i]);
}

void unsharp_mask(float *dst, const float *src, int width, int height, float k)
{
    float *tmp = image(width, height);
    float *blur = image(width, height);
    gauss_x(tmp, src, width, height);
    gauss_y(blur, tmp, width, height);
    sharpen(dst, src, blur, width, height, k);
    free(tmp);
    free(blur);
}

int main(void)
{
    static float a[H * W], b[H * W];
    double s = 0;

    for (int i = 0; i < H * W; i++)
        a[i] = (float)(i * 7 % 255);
    unsharp_mask(b, a, W, H, 0.5f);
    for (int i = 0; i < H * W; i++)
        s += b[i] * (i % 13);
    printf("%f\n", s);
    return 0;
}
