/*
 * Steps of heat conduction in a plane with insulated walls, and in a rod with insulated ends: each
 * step sets the borders from the points beside them, in loops of their own.
 *
 * Expected: tiles of t, y + 2*t and x + 2*t, and of t and i + 2*t. Each border is in the tile of the
 * points beside it. Where two borders meet, the loops run as they were.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 12 /* points of a side */
#endif
#ifndef T
#define T 9 /* steps */
#endif

static void plane(int steps, int h, int w, double (*restrict u)[w], double (*restrict v)[w])
{
    for (int t = 0; t < steps; t++) {
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++)
                v[y][x] = 0.2 * (u[y][x] + u[y][x - 1] + u[y][x + 1] + u[y - 1][x] + u[y + 1][x]);
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++)
                u[y][x] = v[y][x];
        for (int x = 1; x < w - 1; x++) {
            u[0][x] = u[1][x];
            u[h - 1][x] = u[h - 2][x];
        }
        for (int y = 1; y < h - 1; y++) {
            u[y][0] = u[y][1];
            u[y][w - 1] = u[y][w - 2];
        }
    }
}

static void rod(int steps, int n, double *restrict u, double *restrict v)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            v[i] = 0.25 * u[i - 1] + 0.5 * u[i] + 0.25 * u[i + 1];
        for (int i = 1; i < n - 1; i++)
            u[i] = v[i];
        u[0] = u[1];
        u[n - 1] = u[n - 2];
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
    const int w = N + 3, h = N + 1;
    double (*u)[w] = malloc(h * sizeof *u), (*v)[w] = malloc(h * sizeof *v);
    double *a = malloc(w * sizeof *a), *b = malloc(w * sizeof *b);
    double sum = 0.0;

    if (u == NULL || v == NULL || a == NULL || b == NULL)
        return 1;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            u[y][x] = v[y][x] = value();
    for (int x = 0; x < w; x++)
        a[x] = b[x] = value();
    plane(T, h, w, u, v);
    rod(T, w - 2, a, b);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            sum = 0.99 * sum + u[y][x];
    printf("%a\n", sum);
    for (int x = 0; x < w && x < 40; x++)
        printf("%a %a\n", a[x], u[x % h][x]);
    free(u);
    free(v);
    free(a);
    free(b);
    return 0;
}
