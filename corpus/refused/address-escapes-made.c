// kept: rows address-escapes
#include <stdio.h>
#include <stdlib.h>

static float **table(int h, int w)
{
    float **t = malloc(h * sizeof(float *));
    for (int y = 0; y < h; y++)
        t[y] = malloc(w * sizeof(float));
    return t;
}

static void fill(float **t, int h, int w)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = y * x % 7;
}

static float sum(float **t, int h, int w)
{
    float all = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            all += t[y][x];
    return all;
}

int main(void)
{
    float **rows = table(20, 30);
    fill(rows, 20, 30);
    printf("%g\n", sum(rows, 20, 30));
    return 0;
}
