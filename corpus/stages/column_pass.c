/*
 * A blur in two passes; the second one walks down the columns, one after the other.
 *
 * Expected:
 *   tmp   three rows: the second pass goes along the rows like the first
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 14 /* rows */
#endif
#ifndef W
#define W 11 /* columns */
#endif

static void smooth(const float *in, float *out, int w, int h)
{
    float *tmp = malloc(sizeof(float) * w * h);

    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            tmp[y * w + x] = in[y * w + x - 1] + 2 * in[y * w + x] + in[y * w + x + 1];

    for (int x = 1; x < w - 1; x++) /* column by column */
        for (int y = 1; y < h - 1; y++)
            out[y * w + x] = tmp[(y - 1) * w + x] + 2 * tmp[y * w + x] + tmp[(y + 1) * w + x];

    free(tmp);
}

static float in[H * W], out[H * W];

int main(void)
{
    double sum = 0;

    for (int i = 0; i < H * W; i++)
        in[i] = (float)(i * 37 % 101) / 8;
    smooth(in, out, W, H);
    for (int i = 0; i < H * W; i++)
        sum = 0.875 * sum + out[i];
    printf("checksum %.9f\n", sum);
    return 0;
}
