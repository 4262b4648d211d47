/*
 * The pixels of an image are read and set by functions that move a subscript to the border first.
 *
 * Expected:
 *   wide   5 rows: 2 * R + 1
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 17
#endif
#ifndef W
#define W 9
#endif
#define R 2

struct plane {
    int w, h;
    double *v;
};

static double get(const struct plane *p, int x, int y)
{
    x = x < 0 ? 0 : x >= p->w ? p->w - 1 : x;
    y = y < 0 ? 0 : y >= p->h ? p->h - 1 : y;
    return p->v[y * p->w + x];
}

static void set(struct plane *p, int x, int y, double v)
{
    p->v[y * p->w + x] = v;
}

static void across(const struct plane *in, struct plane *out)
{
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++) {
            double sum = 0;
            for (int k = -R; k <= R; k++)
                sum += get(in, x + k, y);
            set(out, x, y, sum);
        }
}

static void down(const struct plane *in, struct plane *out)
{
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++) {
            double sum = 0;
            for (int k = -R; k <= R; k++)
                sum += get(in, x, y + k);
            set(out, x, y, sum);
        }
}

static void blur(double *restrict in, double *restrict out, int w, int h)
{
    struct plane from = { w, h, in };
    struct plane wide = { w, h, malloc(w * h * sizeof(double)) };
    struct plane to = { w, h, out };
    across(&from, &wide);
    down(&wide, &to);
    free(wide.v);
}

int main(void)
{
    static double in[H * W], out[H * W];
    for (int i = 0; i < H * W; i++)
        in[i] = i * 7 % 13;
    blur(in, out, W, H);
    for (int i = 0; i < H * W; i++)
        printf("%g ", out[i]);
    printf("\n");
    return 0;
}
