/*
 * The loops of a kernel between the marks that polyhedral compilers look for.
 *
 * Expected:
 *   t   3 rows
 */
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9 /* rows */
#endif
#ifndef W
#define W 7 /* columns */
#endif

static void kernel(int h, int w, double in[restrict h][w], double out[restrict h][w])
{
    double (*t)[w] = malloc(h * sizeof *t);
    if (!t)
        return;
#pragma scop
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            t[y][x] = in[y][x - 1] + in[y][x + 1];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = t[y - 1][x] + t[y + 1][x];
#pragma endscop
    free(t);
}

int main(void)
{
    static double in[H][W], out[H][W];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = (y * 7 + x * 3) % 11;
    kernel(H, W, in, out);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            printf("%g ", out[y][x]);
    printf("\n");
    return 0;
}
