/* Pragmas of compilers that say what `omp simd` says: rows fold, windows along the loop do not. */
#include <stdio.h>
#include <stdlib.h>

#define H 24
#define W 32

static float in[H][W], out[H][W];

static void smooth(int h, int w)
{
    float (*t)[w] = malloc(h * sizeof *t);
    if (!t)
        return;
    for (int y = 0; y < h; y++) {
#pragma GCC ivdep
        for (int x = 1; x < w - 1; x++)
            t[y][x] = in[y][x - 1] + in[y][x] + in[y][x + 1];
        if (y >= 2) {
#pragma ivdep
            for (int x = 1; x < w - 1; x++)
                out[y - 1][x] = t[y - 2][x] + t[y - 1][x] + t[y][x];
        }
    }
    free(t);
}

static void points(void)
{
    float t[W];
    for (int y = 0; y < H; y++) {
#pragma GCC ivdep
        for (int x = 0; x < W; x++) {
            t[x] = in[y][x] * 2;
            out[y][x] += t[x];
        }
    }
}

int main(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = (y * 5 + x * 3) % 13;
    smooth(H, W);
    points();
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            printf("%.9g\n", out[y][x]);
    return 0;
}
