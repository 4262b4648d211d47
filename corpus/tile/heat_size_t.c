/*
 * Steps of heat conduction in a flat plane, with sizes of type `size_t`: without columns, the bound
 * `w - 1` would wrap around.
 *
 * Expected: tiles of t, y + 2*t and x + 2*t; the second pair of loops is one point behind.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 12 /* points of a side */
#endif
#ifndef T
#define T 9 /* steps */
#endif

static void kernel(size_t w, size_t h, size_t steps, double *restrict a, double *restrict b)
{
    for (size_t t = 0; t < steps; t++) {
        for (size_t y = 1; y < h - 1; y++)
            for (size_t x = 1; x < w - 1; x++)
                b[y * w + x] = 0.2 * (a[y * w + x] + a[(y - 1) * w + x] + a[(y + 1) * w + x] +
                                      a[y * w + x - 1] + a[y * w + x + 1]);
        for (size_t y = 1; y < h - 1; y++)
            for (size_t x = 1; x < w - 1; x++)
                a[y * w + x] = b[y * w + x];
    }
}

static unsigned int rng = 21u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

int main(void)
{
    const size_t w = N + 3, h = N;
    double *a = malloc(w * h * sizeof *a), *b = malloc(w * h * sizeof *b);
    double sum = 0.0;

    if (a == NULL || b == NULL)
        return 1;
    for (size_t i = 0; i < w * h; i++)
        a[i] = b[i] = value();
    kernel(w, h, T, a, b);
    for (size_t i = 0; i < w * h; i++)
        sum = 0.99 * sum + a[i];
    printf("%a\n", sum);
    free(a);
    free(b);
    return 0;
}
