/*
 * Macros that name the members of an image given by its address: a gradient in functions of its
 * own, and a box filter with both passes in one function.
 *
 * Expected:
 *   dx.px    2 rows
 *   sums.px  3 rows
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 14 /* rows */
#endif
#ifndef W
#define W 17 /* columns */
#endif

typedef struct {
    int w, h;
    float *px;
} Image;

#define AT(im, x, y) ((y) * (im)->w + (x))
#define PX(im, x, y) ((im)->px[AT(im, x, y)])

static void along_rows(const Image *in, Image *out)
{
    for (int y = 0; y < in->h; y++)
        for (int x = 1; x < in->w - 1; x++)
            PX(out, x, y) = PX(in, x + 1, y) - PX(in, x - 1, y);
}

static void along_columns(const Image *in, Image *out)
{
    for (int y = 1; y < in->h; y++)
        for (int x = 1; x < in->w - 1; x++)
            PX(out, x, y) = PX(in, x, y) - PX(in, x, y - 1);
}

int gradient(const Image *in, Image *out)
{
    if (in->w != out->w || in->h != out->h)
        return -1;
    Image dx = { in->w, in->h, malloc(sizeof(float) * in->w * in->h) };
    if (!dx.px)
        return -1;
    along_rows(in, &dx);
    along_columns(&dx, out);
    free(dx.px);
    return 0;
}

int box(const Image *in, Image *out)
{
    if (in->w != out->w || in->h != out->h)
        return -1;
    Image sums = { in->w, in->h, malloc(sizeof(float) * in->w * in->h) };
    if (!sums.px)
        return -1;
    for (int y = 0; y < in->h; y++)
        for (int x = 1; x < in->w - 1; x++)
            PX(&sums, x, y) = PX(in, x - 1, y) + PX(in, x, y) + PX(in, x + 1, y);
    for (int y = 1; y < in->h - 1; y++)
        for (int x = 1; x < in->w - 1; x++)
            PX(out, x, y) = (PX(&sums, x, y - 1) + PX(&sums, x, y) + PX(&sums, x, y + 1)) / 9;
    free(sums.px);
    return 0;
}

int main(void)
{
    Image a = { W, H, malloc(sizeof(float) * W * H) };
    Image b = { W, H, calloc(W * H, sizeof(float)) };
    Image c = { W, H, calloc(W * H, sizeof(float)) };
    double s = 0;

    if (!a.px || !b.px || !c.px)
        return 1;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            PX(&a, x, y) = (x * 7 + y * 11) % 23;
    if (gradient(&a, &b) || box(&a, &c))
        return 1;
    for (int i = 0; i < W * H; i++)
        s += b.px[i] * (i % 5) + c.px[i];
    printf("%g\n", s);
    free(a.px);
    free(b.px);
    free(c.px);
    return 0;
}
