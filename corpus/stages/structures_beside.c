/*
 * One declaration has several images, and another one several that calls make.
 *
 * Expected:
 *   in.v, half.v, wide.v, tall.v    a few rows each
 */
#include <stdio.h>
#include <stdlib.h>

struct image {
    int w, h;
    float *v;
};

static void image_init(struct image *t, int w, int h)
{
    t->w = w;
    t->h = h;
    t->v = malloc(sizeof(float) * w * h);
    if (!t->v)
        exit(1);
}

static struct image image_new(int w, int h)
{
    struct image t = { w, h, malloc(sizeof(float) * w * h) };
    return t;
}

int main(int argc, char **argv)
{
    const int w = argc > 1 ? atoi(argv[1]) : 12;
    const int h = argc > 2 ? atoi(argv[2]) : 10;
    if (w < 3 || h < 3)
        return 1;
    struct image in, half, out;
    image_init(&in, w, h);
    image_init(&half, w, h);
    image_init(&out, w, h);
    struct image wide = image_new(w, h), tall = image_new(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            in.v[y * w + x] = x * y % 17;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            half.v[y * w + x] = in.v[y * w + x] / 2;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            wide.v[y * w + x] = half.v[y * w + x - 1] + half.v[y * w + x + 1];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            tall.v[y * w + x] = wide.v[(y - 1) * w + x] + wide.v[(y + 1) * w + x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out.v[y * w + x] = in.v[y * w + x] - tall.v[y * w + x] / 8;
    for (int x = 1; x < w - 1; x++)
        for (int y = 1; y < h - 1; y++)
            printf("%g ", out.v[y * w + x]);
    printf("\n");
    free(in.v), free(half.v), free(out.v), free(wide.v), free(tall.v);
    return 0;
}
