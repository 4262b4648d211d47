/*
 * Rows from the last to the first, where the test of a loop steps its counter.
 *
 * Expected: t 2 rows.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9
#endif
#ifndef W
#define W 13
#endif

static void shade(const float *in, float *restrict out, int h, int w)
{
    if (h < 2 || w < 1)
        return;
    float *t = malloc(h * w * sizeof *t);
    int y, x;
    if (!t)
        return;
    for (y = h; y--;)
        for (x = w; x-- > 0; )
            t[y * w + x] = in[y * w + x] * (x + 1);
    for (y = h; --y /* ; the first row has none above */ ;)
        for (x = w - 1; x != -1; x--)
            out[y * w + x] = t[y * w + x] - t[(y - 1) * w + x];
    free(t);
}

int main(void)
{
    float *in = malloc(H * W * sizeof *in), *out = calloc(H * W, sizeof *out);
    if (!in || !out)
        return 1;
    for (int i = 0; i < H * W; i++)
        in[i] = (i * 7 + 3) % 11;
    shade(in, out, H, W);
    for (int i = 0; i < H * W; i++)
        printf("%g ", out[i]);
    printf("\n");
    free(in);
    free(out);
    return 0;
}
