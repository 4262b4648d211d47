/*
 * The first and last columns of the output are those beside them. In rows of one column, the place
 * beside the edge is in another row.
 *
 * Expected:
 *   twice   stays: nothing says that there are two columns, as the remark does
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 13 /* rows */
#endif
#ifndef W
#define W 15 /* columns */
#endif

static void kernel(const float *in, float *out, int w, int h)
{
    float *twice = malloc((size_t)w * h * sizeof *twice);

    if (!twice)
        abort();
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            twice[y * w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = twice[(y - 1) * w + x] + twice[(y + 1) * w + x];
    for (int y = 0; y < h; y++) {
        out[y * w] = out[y * w + 1];
        out[y * w + w - 1] = out[y * w + w - 2];
    }
    free(twice);
}

static float in[H * W], out[H * W];

int main(void)
{
    for (int k = 0; k < H * W; k++)
        in[k] = k * 37 % 101;
    kernel(in, out, W, H);
    for (int k = 0; k < H * W; k++)
        printf("%a\n", (double)out[k]);
    return 0;
}
