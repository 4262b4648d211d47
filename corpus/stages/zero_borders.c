/*
 * The Laplacian of a blurred image: the border of the blurred one keeps the zeros of calloc.
 *
 * Expected: b 3 rows, which are zeroed one by one.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 10
#endif
#ifndef W
#define W 12
#endif

#define AT(a, y, x) a[(y) * w + (x)]
void laplacian_of_blur(const float *in, float *out, int w, int h)
{
    float *b = calloc((size_t)w * h, sizeof(float));
    if (!b)
        return;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            AT(b, y, x) = (AT(in, y - 1, x) + AT(in, y + 1, x) + AT(in, y, x - 1) + AT(in, y, x + 1) + 4 * AT(in, y, x)) / 8;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            AT(out, y, x) = AT(b, y - 1, x) + AT(b, y + 1, x) + AT(b, y, x - 1) + AT(b, y, x + 1) - 4 * AT(b, y, x);
    free(b);
}

int main(void)
{
    static float a[H * W], b[H * W];
    double s = 0;

    for (int i = 0; i < H * W; i++)
        a[i] = (float)(i * 7 % 255);
    laplacian_of_blur(a, b, W, H);
    for (int i = 0; i < H * W; i++)
        s += b[i] * (i % 13);
    printf("%f\n", s);
    return 0;
}
