/* verify: refuted
 * Each pointer of the table leads to the first row.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9 /* rows */
#endif
#ifndef W
#define W 6 /* elements of a row */
#endif

struct image {
    int w, h;
    float *px;
};

static float result[H * W];

static struct image *image_new(int w, int h)
{
    struct image *im = malloc(sizeof *im);
    if (!im)
        exit(1);
    im->w = w;
    im->h = h;
    im->px = malloc((size_t)w * h * sizeof *im->px);
    if (!im->px)
        exit(1);
    return im;
}

static float **rows_new(int w, int h)
{
    float **rows = malloc(h * sizeof *rows);
    if (!rows)
        exit(1);
    for (int y = 0; y < h; y++) {
        rows[y] = y > 0 ? rows[0] : malloc(w * sizeof **rows);
        if (!rows[y])
            exit(1);
    }
    return rows;
}

void filter(int w, int h, float *out)
{
    struct image *t = image_new(w, h);
    float **s = rows_new(w, h);
    for (int y = 0; y < t->h; y++)
        for (int x = 0; x < t->w; x++)
            t->px[y * t->w + x] = (float)(y * y % 7 + x);
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            s[y][x] = t->px[y * w + x] - t->px[(y - 1) * w + x] / 2;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = s[y][x];
    free(s[0]);
    free(s);
    free(t->px);
    free(t);
}

int main(void)
{
    filter(W, H, result);
    for (int i = 0; i < H * W; i++)
        printf("%.3f\n", result[i]);
    return 0;
}
