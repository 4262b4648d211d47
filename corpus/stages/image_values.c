/*
 * Images as structures that are passed by value, with functions that make and free them: a blur
 * of rows, then of columns, then the difference from the original.
 *
 * Expected:
 *   soft.px, wide.px   3 rows and 1 row: their members become objects of the function
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 13 /* rows */
#endif
#ifndef W
#define W 15 /* columns */
#endif

typedef struct {
    int w, h;
    float *px;
} Image;

static Image image_new(int w, int h)
{
    Image im;

    im.w = w;
    im.h = h;
    im.px = malloc(sizeof(float) * w * h);
    return im;
}

static void image_free(Image im)
{
    free(im.px);
}

static void blur_rows(Image src, Image dst)
{
    for (int y = 0; y < src.h; y++)
        for (int x = 1; x < src.w - 1; x++)
            dst.px[y * src.w + x] = (src.px[y * src.w + x - 1] + 2 * src.px[y * src.w + x]
                                     + src.px[y * src.w + x + 1]) / 4;
}

static void blur_columns(Image src, Image dst)
{
    for (int y = 1; y < src.h - 1; y++)
        for (int x = 1; x < src.w - 1; x++)
            dst.px[y * src.w + x] = (src.px[(y - 1) * src.w + x] + 2 * src.px[y * src.w + x]
                                     + src.px[(y + 1) * src.w + x]) / 4;
}

static void sharpen(Image src, Image blurred, Image dst, float amount)
{
    for (int y = 1; y < src.h - 1; y++)
        for (int x = 1; x < src.w - 1; x++) {
            float v = src.px[y * src.w + x];
            dst.px[y * src.w + x] = v + amount * (v - blurred.px[y * src.w + x]);
        }
}

void unsharp(Image src, Image dst)
{
    Image soft = image_new(src.w, src.h);
    Image wide = image_new(src.w, src.h);

    if (soft.px && wide.px) {
        blur_rows(src, soft);
        blur_columns(soft, wide);
        sharpen(src, wide, dst, 1.5f);
    }
    image_free(wide);
    image_free(soft);
}

static uint32_t state = 12345u;

static float noise(void)
{
    state = state * 1664525u + 1013904223u;
    return (float)(state >> 8) / 16777216.0f;
}

static uint64_t fnv(uint64_t hash, const void *data, size_t bytes)
{
    const unsigned char *p = data;

    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ p[i]) * 1099511628211u;
    return hash;
}

static float in[H * W];
static float out[H * W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof in / sizeof(float); i++)
        in[i] = noise();

    Image source = { W, H, in };
    Image target = { W, H, out };
    unsharp(source, target);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
