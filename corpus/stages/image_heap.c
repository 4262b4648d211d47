/*
 * Images are structures on the heap, which stages return and one function frees.
 *
 * Expected:
 *   t       three rows
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 10 /* rows */
#endif
#ifndef W
#define W 7 /* columns */
#endif

typedef struct {
    int w, h;
    float *px;
} Image;

static Image *image_new(int w, int h)
{
    Image *im = malloc(sizeof *im);
    if (!im) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    im->w = w;
    im->h = h;
    im->px = calloc((size_t)w * h, sizeof *im->px);
    if (!im->px) {
        fprintf(stderr, "no memory for %d x %d\n", w, h);
        exit(1);
    }
    return im;
}

static void image_free(Image *im)
{
    if (im) {
        free(im->px);
        free(im);
    }
}

static Image *twice(const Image *a)
{
    Image *b = image_new(a->w, a->h);
    for (int y = 0; y < a->h; y++)
        for (int x = 0; x < a->w; x++)
            b->px[y * a->w + x] = 2 * a->px[y * a->w + x];
    return b;
}

static Image *differences(const Image *a)
{
    Image *b = image_new(a->w, a->h);
    for (int y = 1; y < a->h - 1; y++)
        for (int x = 0; x < a->w; x++)
            b->px[y * a->w + x] = a->px[(y + 1) * a->w + x] - a->px[(y - 1) * a->w + x];
    return b;
}

static Image *filter(const Image *in)
{
    Image *t = twice(in), *out = differences(t);
    image_free(t);
    return out;
}

int main(void)
{
    Image *in = image_new(W, H);
    for (int i = 0; i < W * H; i++)
        in->px[i] = i * i % 11;
    Image *out = filter(in);
    double sum = 0;
    for (int i = 0; i < W * H; i++)
        sum += (i % 5 + 1) * out->px[i];
    printf("%.6f\n", sum);
    image_free(out);
    image_free(in);
    return 0;
}
