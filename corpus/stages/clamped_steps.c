/*
 * A function that reads an element moves its subscripts to the border with `if` and `else if`.
 *
 * Expected:
 *   soft    three rows
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 14 /* rows */
#endif
#ifndef W
#define W 11 /* columns */
#endif

static float at(const float *z, int h, int w, int i, int j)
{
    int col = j;
    if (i < 0)
        i = 0;
    else if (i >= h)
        i = h - 1;
    if (col < 0) col = 0;
    if (col >= w) { col = w - 1; }
    return z[i * w + col];
}

void relief(int h, int w, const float *restrict z, float *restrict slope)
{
    float *soft = malloc(sizeof(float) * h * w);
    if (!soft)
        return;
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            soft[i * w + j] = (at(z, h, w, i, j - 1) + 2 * z[i * w + j] + at(z, h, w, i, j + 1)) / 4;
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            slope[i * w + j] = at(soft, h, w, i + 1, j) - at(soft, h, w, i - 1, j);
    free(soft);
}

int main(void)
{
    static float z[H * W], slope[H * W];
    for (int k = 0; k < H * W; k++)
        z[k] = k * 37 % 19;
    relief(H, W, z, slope);
    for (int k = 0; k < H * W; k++)
        printf("%g ", slope[k]);
    printf("\n");
    return 0;
}
