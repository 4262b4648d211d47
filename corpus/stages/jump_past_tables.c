/*
 * Jumps lead to the end of a function with tables, where their memory is freed.
 *
 * Expected:
 *   slope   one element
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 8
#endif
#ifndef W
#define W 6
#endif

static float **rows_of(int h, int w)
{
    float **t = malloc(h * sizeof *t);
    if (t == NULL)
        return NULL;
    t[0] = malloc((size_t)h * w * sizeof **t);
    if (t[0] == NULL) {
        free(t);
        return NULL;
    }
    for (int y = 1; y < h; y++)
        t[y] = t[y - 1] + w;
    return t;
}

static void free_rows(float **t)
{
    if (t)
        free(t[0]);
    free(t);
}

static int steepness(int h, int w, const float *in, float *out)
{
    if (h < 1 || w < 2)
        return -1;
    int result = -1;
    float **slope = rows_of(h, w);
    if (!slope || !in)
        goto done;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++)
            slope[y][x] = in[y * w + x] - in[y * w + x - 1];
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w; x++)
            out[y * w + x] = slope[y][x] * slope[y][x];
    result = 0;
done:
    free_rows(slope);
    return result;
}

int main(void)
{
    static float in[H * W], out[H * W];
    double sum = 0;
    for (int i = 0; i < H * W; i++)
        in[i] = i * 5 % 9;
    if (steepness(H, W, in, out) != 0)
        return 1;
    for (int i = 0; i < H * W; i++)
        sum = 0.5 * sum + out[i];
    printf("%.9f\n", sum);
    return 0;
}
