#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
/* strided image, asserted stride, unsharp mask rows in one pass */
void unsharp(const float *restrict in, float *restrict out, int w, int h, int stride)
{
    assert(w > 2);
    assert(h > 2);
    assert(stride >= w);
    float *blur = malloc(sizeof(float) * stride * h);
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            blur[y * stride + x] = (in[y * stride + x] + (x > 0 ? in[y * stride + x - 1] : 0)) / 2;
        if (y > 0)
            for (int x = 0; x < w; x++)
                out[(y - 1) * stride + x] = 2 * in[(y - 1) * stride + x] - (blur[(y - 1) * stride + x] + blur[y * stride + x]) / 2;
    }
    free(blur);
}
int main(void)
{
    int w = 60, h = 40, st = 64;
    float *a = calloc((size_t)(st * h), sizeof *a), *b = calloc((size_t)(st * h), sizeof *b);
    for (int i = 0; i < st * h; i++)
        a[i] = (float)(i % 19);
    unsharp(a, b, w, h, st);
    double s = 0;
    for (int i = 0; i < st * h; i++)
        s += b[i] * (i % 3);
    printf("%.4f\n", s);
    free(a);
    free(b);
    return 0;
}
