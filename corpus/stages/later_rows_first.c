/*
 * Sums whose order matters, from the last row to the first: the rows that they read are made in
 * that order, too.
 *
 * Expected: t one row, u 2 rows.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9
#endif
#ifndef W
#define W 13
#endif

static double triangle(const double *restrict in, int n)
{
    double (*t)[n + 1] = malloc((n + 1) * sizeof *t), sum = 0;
    if (!t)
        return -1;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= i; j++)
            t[i][j] = in[i] * j;
    for (int i = n; i >= 0; i--)
        for (int j = 0; j <= i; j++)
            sum = sum / 2 + t[i][j];
    free(t);
    return sum;
}

static double decay(const double *restrict in, int h, int w)
{
    if (h < 2 || w < 1)
        return 0;
    double (*u)[w] = malloc(h * sizeof *u), sum = 0;
    if (!u)
        return -1;
    for (int y = h; y--;)
        for (int x = 0; x < w; x++)
            u[y][x] = in[x] * y;
    for (int y = h - 2; y >= 0; y--)
        for (int x = 0; x < w; x++)
            sum = sum / 2 + u[y][x] - u[y + 1][x];
    free(u);
    return sum;
}

int main(void)
{
    double *in = malloc((H + W) * sizeof *in);
    if (!in)
        return 1;
    for (int i = 0; i < H + W; i++)
        in[i] = (i * 7 + 3) % 11;
    printf("%g %g\n", triangle(in, W - 1), decay(in, H, W));
    free(in);
    return 0;
}
