/* verify: refuted
 * Two rows are one too few.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9 /* rows */
#endif
#ifndef W
#define W 11 /* columns */
#endif

static void smooth(const float *in, float *out, int w, int h)
{
    float *t = malloc((size_t)w * 2 * sizeof *t);

    if (!t)
        return;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            t[y % 2 * w + x] = 2 * in[y * w + x];
        if (y >= 2)
            for (int x = 0; x < w; x++)
                out[(y - 1) * w + x] = t[(y - 1) % 2 * w + x] + t[y % 2 * w + x];
    }
    free(t);
}

static float in[H * W], out[H * W];

int main(void)
{
    float sum = 0;

    for (int i = 0; i < H * W; i++)
        in[i] = (float)(i * 7 % 19);
    smooth(in, out, W, H);
    for (int i = 0; i < H * W; i++)
        sum = sum * 0.5f + out[i];
    printf("%f\n", sum);
    return 0;
}
