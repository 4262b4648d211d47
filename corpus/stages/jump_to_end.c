/*
 * A function that makes tables jumps to its end where there is no memory, and ends the program.
 *
 * Expected:
 *   slope   one element
 *   level   two rows
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 8
#endif
#ifndef W
#define W 6
#endif

static float **grid(int h, int w)
{
    float **g = malloc(h * sizeof *g);
    if (!g)
        goto none;
    for (int y = 0; y < h; y++) {
        g[y] = malloc(w * sizeof **g);
        if (!g[y]) goto none;
    }
    return g;
none:
    fprintf(stderr, "no memory for a grid\n");
    exit(1);
}

static void no_grid(float **g, int h)
{
    for (int y = 0; y < h; y++)
        free(g[y]);
    free(g);
}

static void terrain(int h, int w, const float *in, float *out)
{
    if (h < 2 || w < 1)
        return;
    float **level = grid(h, w), **slope = grid(h, w);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            level[y][x] = in[y * w + x] * 0.5f;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            slope[y][x] = level[y][x] - level[y - 1][x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = slope[y][x] * slope[y][x];
    no_grid(level, h);
    no_grid(slope, h);
}

int main(void)
{
    static float in[H * W], out[H * W];
    double sum = 0;
    for (int i = 0; i < H * W; i++)
        in[i] = i * 5 % 9;
    terrain(H, W, in, out);
    for (int i = 0; i < H * W; i++)
        sum = 0.5 * sum + out[i];
    printf("%.9f\n", sum);
    return 0;
}
