/* Sizes that are members of structures or elements of arrays, where nothing in the function may change them. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int w, h;
    float *px;
} Image;

struct grid {
    int n[3];
    int *cells;
};

static int points[3] = { 12, 9, 0 };

/* Stores of `float` do not change an `int`. */
static void blur(const Image *in, Image *out)
{
    float *t = malloc(sizeof(float) * in->w * in->h);
    if (!t)
        return;
    for (int y = 0; y < in->h; y++) {
        for (int x = 1; x < in->w - 1; x++)
            t[y * in->w + x] = in->px[y * in->w + x - 1] + in->px[y * in->w + x + 1];
        if (y >= 2)
            for (int x = 1; x < in->w - 1; x++)
                out->px[(y - 1) * in->w + x] = t[(y - 2) * in->w + x] + t[y * in->w + x];
    }
    free(t);
}

/* Nor does a store to storage that the function has just allocated, or through `restrict`. */
static void sweep(const struct grid *g, int *restrict sums)
{
    int *t = malloc(sizeof(int) * g->n[0] * g->n[1]);
    if (!t)
        return;
    for (int j = 0; j < g->n[1]; j++) {
        for (int i = 0; i < g->n[0]; i++)
            t[j * g->n[0] + i] = g->cells[i] * j;
        for (int i = 0; i < g->n[0]; i++)
            sums[i] += t[j * g->n[0] + i];
    }
    free(t);
}

/* What a `restrict` pointer leads to is changed through it only. */
static void rise(struct grid *restrict g)
{
    int t[20][30];
    for (int j = 0; j < g->n[1]; j++) {
        for (int i = 0; i < g->n[0]; i++)
            t[j][i] = g->cells[i] + j;
        for (int i = 0; i < g->n[0]; i++)
            g->cells[i] += t[j][i] % 5;
    }
}

/* Elements of an array at file scope, and of one that the caller passes. */
static void fluxes(double *rhs, const int *dims)
{
    double t[20][30], u[20][30];
    for (int j = 0; j < points[1]; j++) {
        for (int i = 0; i < points[0]; i++)
            t[j][i] = rhs[i] * j;
        for (int i = 0; i < points[0]; i++)
            rhs[i] += t[j][i];
    }
    for (int j = 0; j < dims[1]; j++) {
        for (int i = 0; i < dims[0]; i++)
            u[j][i] = rhs[i] - j;
        for (int i = 0; i < dims[0]; i++)
            rhs[i] += u[j][i] * 0.5 + (j ? u[j - 1][i] : 0);
    }
}

int main(void)
{
    float a[120], b[120] = { 0 };
    int cells[12], sums[12] = { 0 };
    double rhs[12];
    for (int i = 0; i < 120; i++)
        a[i] = i * 7 % 13;
    for (int i = 0; i < 12; i++) {
        cells[i] = i * 5 % 7;
        rhs[i] = i * 0.25;
    }
    Image in = { 12, 10, a }, out = { 12, 10, b };
    struct grid g = { { 12, 9, 1 }, cells };
    blur(&in, &out);
    sweep(&g, sums);
    rise(&g);
    points[2]++;
    fluxes(rhs, g.n);
    for (int i = 0; i < 120; i++)
        printf("%g\n", b[i]);
    for (int i = 0; i < 12; i++)
        printf("%d %d %.9g\n", cells[i], sums[i], rhs[i]);
    return 0;
}
