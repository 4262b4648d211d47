/*
 * A blur over flat heap images whose border rows are copies of their neighbours.
 *
 * Expected: one loop; t 3 rows.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 11
#endif
#ifndef W
#define W 14
#endif
_Static_assert(H >= 2, "the first row repeats the second");

static int soften(const float *in, float *out, int w, int h)
{
    float *t = malloc((size_t)w * h * sizeof *t);

    if (!t)
        return 1;
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = 0.25f * in[(y - 1) * w + x] + 0.5f * in[y * w + x] + 0.25f * in[(y + 1) * w + x];
    for (int x = 0; x < w; x++) {
        t[x] = t[w + x];
        t[(h - 1) * w + x] = t[(h - 2) * w + x];
    }
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = 0.25f * t[(y - 1) * w + x] + 0.5f * t[y * w + x] + 0.25f * t[(y + 1) * w + x];
    free(t);
    return 0;
}

int main(void)
{
    static float in[H * W], out[H * W];
    float sum = 0;

    for (int i = 0; i < H * W; i++)
        in[i] = (float)(i * 37 % 23) / 8;
    if (soften(in, out, W, H))
        return 1;
    for (int i = 0; i < H * W; i++)
        sum = 0.5f * sum + out[i];
    printf("the checksum is %a\n", sum);
    return 0;
}
