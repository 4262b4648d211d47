/*
 * Sizes are integers at file scope, which `main` sets; the first loop starts at element 1 of a flat
 * array.
 *
 * Expected:
 *   t       one value
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 10 /* rows */
#endif
#ifndef W
#define W 7 /* columns */
#endif

static int rows, columns;

static void *must(void *p)
{
    if (p == NULL)
        exit(1);
    return p;
}

static void filter(float *restrict a, float *restrict out)
{
    float *t = must(malloc(sizeof(float) * rows * columns));
    float most = a[0];
    for (int i = 1; i < rows * columns; i++)
        if (a[i] > most)
            most = a[i];
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            t[y * columns + x] = a[y * columns + x] / most;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            out[y * columns + x] = t[y * columns + x] * t[y * columns + x];
    free(t);
}

int main(void)
{
    rows = H;
    columns = W;
    float *a = must(calloc(H * W, sizeof *a)), *out = must(calloc(H * W, sizeof *out));
    for (int i = 0; i < H * W; i++)
        a[i] = i % 7 + 1;
    filter(a, out);
    double sum = 0;
    for (int i = 0; i < H * W; i++)
        sum += (i % 5 + 1) * out[i];
    printf("%.6f\n", sum);
    free(a);
    free(out);
    return 0;
}
