/*
 * Stages that count down: a gradient, its square, and a sum over three rows.
 *
 * Expected: one loop that counts up; g 1 row, q 3 rows.
 */
#include <stdio.h>

#ifndef H
#define H 12
#endif
#ifndef W
#define W 13
#endif

static double g[H][W], q[H][W];

static void relax(double a[H][W], double b[H][W])
{
    int y, x;

    for (y = H - 1; y >= 1; y--)
        for (x = W - 1; x >= 1; x--)
            g[y][x] = a[y][x] - a[y - 1][x - 1];
    for (y = H - 1; y > 0; y--)
        for (x = 1; x < W; x++)
            q[y][x] = g[y][x] * g[y][x];
    for (y = H - 2; y >= 2; --y)
        for (x = 1; x < W; x++)
            b[y][x] = q[y - 1][x] + q[y][x] + q[y + 1][x];
}

static double a[H][W], b[H][W];

int main(void)
{
    double sum = 0;

    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            a[i][j] = (i * 5 % 7) + (j * 3 % 4) / 4.0;
    relax(a, b);
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            sum = 0.5 * sum + b[i][j];
    printf("the checksum is %a\n", sum);
    return 0;
}
