/*
 * Two stages, and a call of a function of which nothing is known after them: it may change what the arrays
 * of the caller hold, but not the image between the stages.
 *
 * Expected:
 *   half    three rows
 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 10 /* rows */
#endif
#ifndef W
#define W 7 /* columns */
#endif

static float in[H * W];
static float out[H * W];

void kernel(int h, int w, const float *restrict src, float *restrict dst)
{
    float *half = malloc(h * w * sizeof(float));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            half[y * w + x] = 0.5f * src[y * w + x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            dst[y * w + x] = half[(y - 1) * w + x] + half[(y + 1) * w + x];
    free(half);
    sched_yield();
}

int main(void)
{
    float sum = 0;
    for (int i = 0; i < H * W; i++)
        in[i] = i * 11 % 17;
    kernel(H, W, in, out);
    for (int i = 0; i < H * W; i++)
        sum += out[i] * (i % 4);
    printf("%g\n", sum);
    return 0;
}
