/*
 * A high pass of stages that return error codes. One allocates memory of its own.
 *
 * Expected:
 *   tmp    3 rows
 *   low    one row or less
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 13 /* rows */
#endif
#ifndef W
#define W 15 /* columns */
#endif

enum { OK = 0, NO_MEMORY = -1, BAD_SIZE = -2 };

static int separable(const float *src, float *dst, int w, int h)
{
    float *tmp;
    int x, y;

    if (w < 3 || h < 3)
        return BAD_SIZE;
    tmp = malloc(sizeof(float) * w * h);
    if (tmp == NULL)
        return NO_MEMORY;
    for (y = 0; y < h; y++)
        for (x = 1; x < w - 1; x++)
            tmp[y * w + x] = (src[y * w + x - 1] + src[y * w + x] + src[y * w + x + 1]) / 3;
    for (y = 1; y < h - 1; y++)
        for (x = 1; x < w - 1; x++)
            dst[y * w + x] = (tmp[(y - 1) * w + x] + tmp[y * w + x] + tmp[(y + 1) * w + x]) / 3;
    free(tmp);
    return OK;
}

static int difference(const float *a, const float *b, float *dst, int w, int h)
{
    int x, y;

    for (y = 1; y < h - 1; y++)
        for (x = 1; x < w - 1; x++)
            dst[y * w + x] = a[y * w + x] - b[y * w + x];
    return OK;
}

int high_pass(const float *restrict src, float *restrict dst, int w, int h)
{
    int status;
    float *low = malloc(sizeof(float) * w * h);

    if (low == NULL)
        return NO_MEMORY;
    status = separable(src, low, w, h);
    if (status != OK) {
        free(low);
        return status;
    }
    status = difference(src, low, dst, w, h);
    free(low);
    return status;
}

int main(void)
{
    static float in[W * H], out[W * H];
    double sum = 0;

    for (int i = 0; i < W * H; i++)
        in[i] = (float)((i * 31) % 101);
    printf("status %d\n", high_pass(in, out, W, H));
    for (int i = 0; i < W * H; i++)
        sum += out[i] * (i % 13);
    printf("the checksum is %.6f\n", sum);
    return 0;
}
