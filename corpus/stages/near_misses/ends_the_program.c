/*
 * A stage ends the program where a sample is bad. What a caller could still read then, the next
 * stage must not have stored.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 16 /* rows */
#endif
#ifndef W
#define W 20 /* columns */
#endif

static void slopes(const float *in, float *restrict out, int h, int w)
{
    float *t = malloc(sizeof *t * h * w);

    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (in[y * w + x] < 0) {
                fprintf(stderr, "bad sample\n");
                exit(1);
            }
            t[y * w + x] = in[y * w + x] / 2;
        }
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y * w + x] - t[(y - 1) * w + x];
    free(t);
}

static float in[H * W], out[H * W];

int main(void)
{
    for (int i = 0; i < H * W; i++)
        in[i] = (float)(i * 37 % 101);
    slopes(in, out, H, W);
    for (int i = 0; i < H * W; i += 17)
        printf("%g\n", out[i]);
    return 0;
}
