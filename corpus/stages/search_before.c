/*
 * Before its stages, a function looks for the end of a key; after them, it follows a chain of numbers. Data
 * decides how long both take.
 *
 * Expected:
 *   half    three rows
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 10 /* rows */
#endif
#ifndef W
#define W 7 /* columns */
#endif

static float in[H * W], out[H * W];
static int next[H] = {3, 0, 5, 2, 1, 4};

int stages(int h, int w, const char *restrict key, const float *restrict src, float *restrict dst)
{
    int length = 0;
    while (key[length] != 0)
        length++;
    float *half = malloc(h * w * sizeof(float));
    if (!half)
        return -1;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            half[y * w + x] = 0.5f * src[y * w + x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            dst[y * w + x] = half[(y - 1) * w + x] + half[(y + 1) * w + x];
    free(half);
    int at = 0, steps = 0;
    do {
        at = next[at];
        steps++;
    } while (at != 0 && steps < H);
    return length + steps;
}

int main(void)
{
    for (int i = 0; i < H * W; i++)
        in[i] = i % 7;
    int result = stages(H, W, "key", in, out);
    double sum = 0;
    for (int i = 0; i < H * W; i++)
        sum += (i % 5 + 1) * out[i];
    printf("%d %.6f\n", result, sum);
    return 0;
}
