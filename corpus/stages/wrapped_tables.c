/*
 * The memory of a table comes from a function that ends the program if there is none, and its rows
 * are freed from the last to the first.
 *
 * Expected:
 *   speed   two rows
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 8
#endif
#ifndef W
#define W 5
#endif

static void *need(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p) {
        fprintf(stderr, "no memory for %lu bytes\n", (unsigned long)bytes);
        exit(1);
    }
    return p;
}

static double **field(int rows, int columns)
{
    double **f = need(rows * sizeof(*f));
    for (int y = 0; y < rows; y++)
        f[y] = need(columns * sizeof(**f));
    return f;
}

static void drop(double **f, int rows)
{
    while (rows--)
        free(f[rows]);
    free(f);
}

static void shear(int h, int w, const double *u, double *out)
{
    if (h < 2 || w < 1)
        return;
    double **speed = field(h, w);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            speed[y][x] = u[y * w + x] * u[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = speed[y][x] - speed[y - 1][x];
    drop(speed, h);
}

int main(void)
{
    static double u[H * W], out[H * W];
    double sum = 0;
    for (int i = 0; i < H * W; i++)
        u[i] = i * 3 % 7 / 2.0;
    shear(H, W, u, out);
    for (int i = 0; i < H * W; i++)
        sum = 0.5 * sum + out[i];
    printf("%.9f\n", sum);
    return 0;
}
