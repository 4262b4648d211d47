/*
 * A raw image made smooth and bright: sizes and counters of type size_t, memset, elements around a
 * pointer.
 *
 * Expected: lin 3 rows, den one row.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef H
#define H 10
#endif
#ifndef W
#define W 12
#endif

void tone(const unsigned short *raw, unsigned char *out, int width, int height)
{
    size_t count = (size_t)width * height;
    float *lin = malloc(count * sizeof(float));
    float *den = malloc(count * sizeof(float));
    memset(den, 0, count * sizeof(float));
    for (size_t i = 0; i < count; i++)
        lin[i] = raw[i] / 1023.0f;
    for (int y = 1; y < height - 1; y++)
        for (int x = 1; x < width - 1; x++) {
            const float *p = lin + y * width + x;
            den[y * width + x] = (p[-width] + p[-1] + 4 * p[0] + p[1] + p[width]) / 8;
        }
    for (size_t i = 0; i < count; i++) {
        float v = den[i] * 255.0f + 0.5f;
        out[i] = v > 255 ? 255 : (unsigned char)v;
    }
    free(lin);
    free(den);
}

int main(void)
{
    static unsigned short a[H * W];
    static unsigned char b[H * W];
    long s = 0;

    for (int i = 0; i < H * W; i++)
        a[i] = (unsigned short)(i * 7 % 1021);
    tone(a, b, W, H);
    for (int i = 0; i < H * W; i++)
        s += b[i] * (i % 13);
    printf("%ld\n", s);
    return 0;
}
