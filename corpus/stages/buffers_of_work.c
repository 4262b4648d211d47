/*
 * The buffers of a filter in a structure that a function sets to zero as a whole before it fills
 * it; what fails frees what there is.
 *
 * Expected:
 *   k.t   three rows
 *   k.u   one row
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef H
#define H 30
#endif
#ifndef W
#define W 16
#endif

struct work {
    int w, h;
    float *t, *u;
};

static int work_init(struct work *k, int w, int h)
{
    memset(k, 0, sizeof *k);
    k->w = w, k->h = h;
    if (!(k->t = malloc(sizeof(float) * w * h)))
        return -1;
    if (!(k->u = malloc(sizeof(float) * w * h)))
        return -1;
    return 0;
}

static void work_free(struct work *k)
{
    free(k->t);
    free(k->u);
}

static void smooth(struct work *k, const float *in)
{
    for (int y = 1; y < k->h - 1; y++)
        for (int x = 0; x < k->w; x++)
            k->t[y * k->w + x] = in[(y - 1) * k->w + x] + in[(y + 1) * k->w + x];
}

static void slope(struct work *k)
{
    for (int y = 2; y < k->h - 2; y++)
        for (int x = 0; x < k->w; x++)
            k->u[y * k->w + x] = k->t[(y - 1) * k->w + x] - k->t[(y + 1) * k->w + x];
}

static float filtered(int w, int h, const float *in)
{
    struct work k;
    float sum = 0;
    if (work_init(&k, w, h) != 0) {
        work_free(&k);
        return -1;
    }
    smooth(&k, in);
    slope(&k);
    for (int y = 2; y < h - 2; y++)
        for (int x = 0; x < w; x++)
            sum = 0.5f * sum + k.u[y * w + x];
    work_free(&k);
    return sum;
}

int main(void)
{
    static float in[H * W];
    for (int i = 0; i < H * W; i++)
        in[i] = i * 7 % 13;
    printf("sum %f\n", filtered(W, H, in));
    return 0;
}
