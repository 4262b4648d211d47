/*
 * Stages that test their pointers and return a result. Every failure goes to one label.
 *
 * Expected:
 *   a    3 rows
 *   b    one row or less
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 13 /* rows */
#endif
#ifndef W
#define W 15 /* columns */
#endif

static int gain(const float *in, float *out, int w, int h, int k)
{
    if (!in || !out)
        return -1;
    if (k <= 0)
        return -2;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = in[y * w + x] * (float)k;
    return 0;
}

static int blur(const float *in, float *out, int w, int h)
{
    if (!in || !out)
        return -1;
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = (in[(y - 1) * w + x] + 2 * in[y * w + x] + in[(y + 1) * w + x]) / 4;
    return 0;
}

static int threshold(const float *in, unsigned char *out, int w, int h, float limit)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = in[y * w + x] > limit;
    return 0;
}

int segment(const float *restrict in, unsigned char *restrict out, int w, int h, int k)
{
    float *a = NULL, *b = NULL;
    int err = -1;

    a = malloc(sizeof(float) * w * h);
    b = malloc(sizeof(float) * w * h);
    if (a == NULL || b == NULL)
        goto fail;
    if (gain(in, a, w, h, k))
        goto fail;
    if (blur(a, b, w, h) != 0)
        goto fail;
    if (threshold(b, out, w, h, 150.0f) < 0)
        goto fail;
    err = 0;
fail:
    free(a);
    free(b);
    return err;
}

int main(void)
{
    static float in[W * H];
    static unsigned char out[W * H];
    long sum = 0;

    for (int i = 0; i < W * H; i++)
        in[i] = (float)((i * 31) % 101);
    if (segment(in, out, W, H, 3))
        return 1;
    for (int i = 0; i < W * H; i++)
        sum += out[i] * (i % 13);
    printf("the checksum is %ld\n", sum);
    return 0;
}
