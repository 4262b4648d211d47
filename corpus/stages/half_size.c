/*
 * An image of half the size, made smooth: its size is a product of quotients.
 *
 * Expected: t 2 rows, half 3 rows.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 10
#endif
#ifndef W
#define W 12
#endif

static void down(const unsigned char *in, unsigned char *out, int w, int h)
{
    int w2 = w / 2, h2 = h / 2;
    unsigned short *t = malloc((size_t)w2 * h * sizeof(unsigned short));
    unsigned char *half = malloc((w / 2) * (h / 2));
    if (t == NULL || half == NULL)
        exit(1);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w2; x++)
            t[y * w2 + x] = in[y * w + 2 * x] + in[y * w + 2 * x + 1];
    for (int y = 0; y < h2; y++)
        for (int x = 0; x < w2; x++)
            half[y * w2 + x] = (t[2 * y * w2 + x] + t[(2 * y + 1) * w2 + x] + 2) / 4;
    for (int y = 1; y < h2 - 1; y++)
        for (int x = 0; x < w2; x++)
            out[y * w2 + x] = half[y * w2 + x] - (half[(y - 1) * w2 + x] + half[(y + 1) * w2 + x]) / 2;
    free(t);
    free(half);
}

int main(void)
{
    static unsigned char in[H * W], out[H * W];
    long s = 0;

    for (int i = 0; i < H * W; i++)
        in[i] = (unsigned char)(i * 31 % 251);
    down(in, out, W, H);
    for (int i = 0; i < W / 2 * (H / 2); i++)
        s += out[i] * (i % 17);
    printf("%ld\n", s);
    return 0;
}
