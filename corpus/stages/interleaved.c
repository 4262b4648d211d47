/*
 * A box blur of interleaved colours: rows of three times the width, with a name in one array.
 *
 * Expected: sum 3 rows.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 10
#endif
#ifndef W
#define W 12
#endif

void rgb_blur(const unsigned char *in, unsigned char *out, int w, int h)
{
    int row = 3 * w;
    unsigned short *sum = malloc(sizeof(unsigned short) * row * h);
    if (sum == NULL)
        return;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            for (int c = 0; c < 3; c++)
                sum[y * row + 3 * x + c] = in[(y * w + x - 1) * 3 + c] + in[(y * w + x) * 3 + c] + in[(y * w + x + 1) * 3 + c];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            for (int c = 0; c < 3; c++)
                out[(y * w + x) * 3 + c] = (sum[(y - 1) * row + 3 * x + c] + sum[y * row + 3 * x + c] + sum[(y + 1) * row + 3 * x + c]) / 9;
    free(sum);
}

int main(void)
{
    static unsigned char a[3 * H * W], b[3 * H * W];
    long s = 0;

    for (int i = 0; i < 3 * H * W; i++)
        a[i] = (unsigned char)(i * 7 % 255);
    rgb_blur(a, b, W, H);
    for (int i = 0; i < 3 * H * W; i++)
        s += b[i] * (i % 13);
    printf("%ld\n", s);
    return 0;
}
