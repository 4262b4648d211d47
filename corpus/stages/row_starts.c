/*
 * A high-pass filter with pointers to rows; one stage reads the rows above and below through them.
 *
 * Expected: t1 3 rows, t2 one row.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 10
#endif
#ifndef W
#define W 12
#endif

static void blur_h(const float *src, float *dst, int w, int h)
{
    for (int y = 0; y < h; y++) {
        const float *s = src + y * w;
        float *d = dst + y * w;
        d[0] = s[0];
        for (int x = 1; x < w - 1; x++)
            d[x] = 0.25f * s[x - 1] + 0.5f * s[x] + 0.25f * s[x + 1];
        d[w - 1] = s[w - 1];
    }
}

static void blur_v(const float *src, float *dst, int w, int h)
{
    for (int y = 1; y < h - 1; y++) {
        const float *s = src + y * w;
        float *d = dst + y * w;
        for (int x = 0; x < w; x++)
            d[x] = 0.25f * s[x - w] + 0.5f * s[x] + 0.25f * s[x + w];
    }
}

static void subtract(const float *a, const float *b, float *out, int w, int h)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = a[y * w + x] - b[y * w + x];
}

void highpass(const float *in, float *out, int w, int h)
{
    float *t1 = malloc(w * h * sizeof(float));
    float *t2 = malloc(w * h * sizeof(float));
    blur_h(in, t1, w, h);
    blur_v(t1, t2, w, h);
    subtract(in, t2, out, w, h);
    free(t2);
    free(t1);
}

int main(void)
{
    static float a[H * W], b[H * W];
    double s = 0;

    for (int i = 0; i < H * W; i++)
        a[i] = (float)(i * 7 % 255);
    highpass(a, b, W, H);
    for (int i = 0; i < H * W; i++)
        s += b[i] * (i % 13);
    printf("%f\n", s);
    return 0;
}
