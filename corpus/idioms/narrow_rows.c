/* Rows on the heap of which loops leave the ends out. Where such a loop has no columns, the rows
 * of the array still have some. */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9
#endif
#ifndef W
#define W 11
#endif

/* Only inner columns are set: the last row and the one before it are alive. */
static void inner(int h, int w, const float *in, float *out)
{
    float (*t)[w] = malloc(h * sizeof *t);

    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w - 1; x++)
            t[y][x] = in[y * w + x] + in[y * w + x + 1];
        if (y >= 1)
            for (int x = 0; x < w - 1; x++)
                out[y * w + x] = t[y - 1][x] - t[y][x];
    }
    free(t);
}

/* The same with a wide border, and a type in the size. */
static void border(int h, int w, const float *in, float *out)
{
    float (*t)[w] = malloc(sizeof(float[h][w]));

    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w - 9; x++)
            t[y][x] = in[y * w + x] * in[y * w + x + 9];
        if (y >= 1)
            for (int x = 0; x < w - 9; x++)
                out[y * w + x] = t[y - 1][x] + t[y][x];
    }
    free(t);
}

/* Columns are kept, which may have no elements where rows have. */
static void columns(int h, int w, const float *in, float *out)
{
    float (*t)[w] = malloc(h * sizeof *t);

    for (int x = 0; x < w; x++) {
        for (int y = 0; y < h - 3; y++)
            t[y][x] = in[y * w + x] + in[(y + 1) * w + x];
        if (x >= 1)
            for (int y = 0; y < h - 3; y++)
                out[y * w + x] = t[y][x - 1] + 2 * t[y][x];
    }
    free(t);
}

/* One dimension is left of the pointer's two. */
static void half(int h, int w, const float *in, float *out)
{
    float (*t)[2 * w] = malloc(h * sizeof *t);

    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w - 7; x++)
            t[y][2 * x] = in[y * w + x] + in[y * w + x + 7];
        for (int x = 0; x < w - 7; x++)
            out[y * w + x] = 3 * t[y][2 * x];
    }
    free(t);
}

/* Behind one pointer, and flat. */
static void others(int h, int w, const float *in, float *out)
{
    float (*a)[h][w] = malloc(sizeof *a);
    float *b = malloc(sizeof(float) * h * w);

    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w - 1; x++)
            (*a)[y][x] = in[y * w + x] + in[y * w + x + 1];
        for (int x = 0; x < w - 2; x++)
            b[y * w + x] = (*a)[y][x] + (*a)[y][x + 1];
        if (y >= 1)
            for (int x = 0; x < w - 2; x++)
                out[y * w + x] = b[(y - 1) * w + x] + b[y * w + x] + (*a)[y - 1][x];
    }
    free(a);
    free(b);
}

static float in[H * W + 9];

static void run(int h, int w)
{
    float out[5][H * W] = {{0}};
    double sum = 0;

    inner(h, w, in, out[0]);
    border(h, w, in, out[1]);
    columns(h, w, in, out[2]);
    half(h, w, in, out[3]);
    others(h, w, in, out[4]);
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < H * W; i++)
            sum = 0.75 * sum + out[k][i];
    printf("%d %d %a\n", h, w, sum);
}

int main(void)
{
    for (int i = 0; i < H * W + 9; i++)
        in[i] = (float) ((i * 7) % 31) / 4;
    for (int h = 1; h <= H; h++)
        for (int w = 1; w <= W; w++)
            run(h, w);
    return 0;
}
