/*
 * Edges of a colour picture: images from a function that allocates them, a flat loop, two stages
 * that follow each other.
 *
 * Expected: gray 3 rows, mag one variable.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 10
#endif
#ifndef W
#define W 12
#endif

static float *new_image(int w, int h)
{
    return malloc((size_t)w * h * sizeof(float));
}

static void to_gray(const unsigned char *rgb, float *gray, int w, int h)
{
    for (int i = 0; i < w * h; i++)
        gray[i] = 0.299f * rgb[3 * i] + 0.587f * rgb[3 * i + 1] + 0.114f * rgb[3 * i + 2];
}

static void sobel(const float *gray, float *mag, int w, int h)
{
    for (int y = 1; y < h - 1; y++) {
        for (int x = 1; x < w - 1; x++) {
            float gx = gray[(y - 1) * w + x + 1] - gray[(y - 1) * w + x - 1]
                     + 2 * (gray[y * w + x + 1] - gray[y * w + x - 1])
                     + gray[(y + 1) * w + x + 1] - gray[(y + 1) * w + x - 1];
            float gy = gray[(y + 1) * w + x - 1] - gray[(y - 1) * w + x - 1]
                     + 2 * (gray[(y + 1) * w + x] - gray[(y - 1) * w + x])
                     + gray[(y + 1) * w + x + 1] - gray[(y - 1) * w + x + 1];
            mag[y * w + x] = gx * gx + gy * gy;
        }
    }
}

static void threshold(const float *mag, unsigned char *out, int w, int h, float t)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = mag[y * w + x] > t ? 255 : 0;
}

int edges(const unsigned char *rgb, unsigned char *out, int w, int h)
{
    float *gray = new_image(w, h);
    float *mag = new_image(w, h);
    if (gray == NULL || mag == NULL) {
        free(gray);
        free(mag);
        return -1;
    }
    to_gray(rgb, gray, w, h);
    sobel(gray, mag, w, h);
    threshold(mag, out, w, h, 1000.0f);
    free(gray);
    free(mag);
    return 0;
}

int main(void)
{
    static unsigned char rgb[3 * H * W], out[H * W];
    long s = 0;

    for (int i = 0; i < 3 * H * W; i++)
        rgb[i] = (unsigned char)(i * 31 % 251);
    edges(rgb, out, W, H);
    for (int i = 0; i < H * W; i++)
        s += out[i] * (i % 17);
    printf("%ld\n", s);
    return 0;
}
