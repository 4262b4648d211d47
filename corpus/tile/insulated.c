/*
 * Steps of heat conduction in a flat plane with insulated walls, and of a wave on a string whose two
 * arrays alternate, with `size_t` counters and ends `i + 1 < n`.
 *
 * Expected: tiles of t, y + 2*t and x + 2*t where the plane has some columns and rows; tiles of t and
 * i + 2*t where the string has a point.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 12 /* points of a side */
#endif
#ifndef T
#define T 9 /* steps */
#endif

#define AT(x, y) ((y) * nx + (x))

static void diffuse(float *restrict u, float *restrict v, int nx, int ny, int steps, float k)
{
    for (int t = 0; t < steps; t++) {
        for (int y = 1; y < ny - 1; y++)
            for (int x = 1; x < nx - 1; x++)
                v[AT(x, y)] = u[AT(x, y)] + k * (u[AT(x - 1, y)] + u[AT(x + 1, y)]
                    + u[AT(x, y - 1)] + u[AT(x, y + 1)] - 4 * u[AT(x, y)]);
        for (int y = 1; y < ny - 1; y++)
            for (int x = 1; x < nx - 1; x++)
                u[AT(x, y)] = v[AT(x, y)];
        for (int x = 1; x < nx - 1; x++) {
            u[AT(x, 0)] = u[AT(x, 1)];
            u[AT(x, ny - 1)] = u[AT(x, ny - 2)];
        }
        for (int y = 1; y < ny - 1; y++) {
            u[AT(0, y)] = u[AT(1, y)];
            u[AT(nx - 1, y)] = u[AT(nx - 2, y)];
        }
    }
}

static void wave(size_t n, size_t steps, double c, double *restrict prev, double *restrict cur)
{
    for (size_t t = 0; t < steps; t++) {
        for (size_t i = 1; i + 1 < n; i++)
            prev[i] = 2 * cur[i] - prev[i] + c * (cur[i - 1] - 2 * cur[i] + cur[i + 1]);
        for (size_t i = 1; i + 1 < n; i++)
            cur[i] = 2 * prev[i] - cur[i] + c * (prev[i - 1] - 2 * prev[i] + prev[i + 1]);
    }
}

int main(void)
{
    const int w = N + 3, h = N + 1;
    float *u = calloc(w * h, sizeof *u), *v = calloc(w * h, sizeof *v);
    double *a = calloc(w, sizeof *a), *b = calloc(w, sizeof *b);
    double sum = 0.0;

    if (u == NULL || v == NULL || a == NULL || b == NULL)
        return 1;
    for (int k = 0; k < w * h; k++)
        u[k] = k * 37 % 101;
    for (int x = 0; x < w; x++)
        a[x] = b[x] = x * 41 % 37;
    diffuse(u, v, w, h, T, 0.2f);
    wave(N, T, 0.25, a + 1, b + 1);
    wave(0, T, 0.25, a + 1, b + 1);
    for (int k = 0; k < w * h; k++)
        sum = 0.99 * sum + u[k];
    printf("%a\n", sum);
    for (int x = 0; x < w && x < 40; x++)
        printf("%a %a\n", a[x], b[x]);
    free(u);
    free(v);
    free(a);
    free(b);
    return 0;
}
