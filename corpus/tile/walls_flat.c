/*
 * Relaxation of a flat plane in place with walls: each step sets all of the borders, corners too,
 * from the points beside them. And a rod, after a test of its length.
 *
 * Expected: tiles of t, y + t and x + t where the plane has some columns and rows; of t and i + 2*t.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 12 /* points of a side */
#endif
#ifndef T
#define T 9 /* steps */
#endif

static void flat(float *u, int w, int h, int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++)
                u[y * w + x] = 0.25f * (u[y * w + x - 1] + u[y * w + x + 1]
                                        + u[(y - 1) * w + x] + u[(y + 1) * w + x]);
        for (int y = 0; y < h; y++) {
            u[y * w] = u[y * w + 1];
            u[y * w + w - 1] = u[y * w + w - 2];
        }
        for (int x = 0; x < w; x++) {
            u[x] = u[w + x];
            u[(h - 1) * w + x] = u[(h - 2) * w + x];
        }
    }
}

static void rod(float *restrict u, float *restrict v, int n, int steps)
{
    if (n < 6)
        return;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            v[i] = 0.25f * (u[i - 1] + 2 * u[i] + u[i + 1]);
        for (int i = 1; i < n - 1; i++)
            u[i] = v[i];
    }
}

int main(void)
{
    const int w = N + 3, h = N + 1;
    float *u = malloc(w * h * sizeof *u), *v = malloc(w * h * sizeof *v);
    double sum = 0.0;

    if (u == NULL || v == NULL)
        return 1;
    for (int k = 0; k < w * h; k++)
        u[k] = v[k] = k * 37 % 101;
    flat(v, w, h, T);
    for (int k = 0; k < w * h; k++)
        sum = 0.99 * sum + v[k];
    rod(u, v, w * h, T);
    printf("%a\n", sum);
    for (int x = 0; x < w && x < 40; x++)
        printf("%a %a\n", (double)v[x], (double)u[x]);
    free(u);
    free(v);
    return 0;
}
