/*
 * Images are tables of pointers to rows: in one block, and with an allocation for each row.
 *
 * Expected:
 *   t       two rows
 *   s       two rows
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 10 /* rows */
#endif
#ifndef W
#define W 7 /* columns */
#endif

static float **block(int h, int w)
{
    float **p = malloc(h * sizeof *p);
    if (p == NULL)
        abort();
    p[0] = malloc((size_t)h * w * sizeof **p);
    if (p[0] == NULL)
        abort();
    for (int i = 1; i < h; i++)
        p[i] = p[i - 1] + w;
    return p;
}

static double **rows(int h, int w)
{
    double **p = malloc(h * sizeof(double *));
    if (!p)
        abort();
    for (int i = 0; i < h; i++) {
        p[i] = malloc(w * sizeof(double));
        if (!p[i])
            abort();
    }
    return p;
}

static void filter(int h, int w, float *restrict out)
{
    if (h < 1 || w < 1)
        return;
    float **t = block(h, w);
    double **s = rows(h, w);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = y * 3 + x;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            s[y][x] = t[y][x] - t[y - 1][x] / 2;
    for (int y = 2; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = s[y][x] + s[y - 1][x];
    free(t[0]);
    free(t);
    for (int y = 0; y < h; y++)
        free(s[y]);
    free(s);
}

int main(void)
{
    static float out[H * W];
    filter(H, W, out);
    double sum = 0;
    for (int i = 0; i < H * W; i++)
        sum += (i % 5 + 1) * out[i];
    printf("%.6f\n", sum);
    return 0;
}
