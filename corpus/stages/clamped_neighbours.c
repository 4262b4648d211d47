/*
 * The neighbours above and to the left of a pixel, in an image that repeats its border.
 *
 * Expected:
 *   grey  2 rows: the row above the first one is the first
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 8
#endif
#ifndef W
#define W 11
#endif

static void gradient(const unsigned char *rgb, int *out, int w, int h)
{
    int *grey = malloc(sizeof *grey * w * h);

    if (!grey)
        exit(1);
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            grey[y * w + x] = rgb[3 * (y * w + x)] + 2 * rgb[3 * (y * w + x) + 1] + rgb[3 * (y * w + x) + 2];
        for (int x = 0; x < w; x++) {
            int up = y - 1, left = x - 1;
            if (up < 0)
                up = 0;
            if (left < 0)
                left = 0;
            out[y * w + x] = 2 * grey[y * w + x] - grey[up * w + x] - grey[y * w + left];
        }
    }
    free(grey);
}

static unsigned char rgb[3 * H * W];
static int out[H * W];

int main(void)
{
    unsigned sum = 0;

    for (int i = 0; i < 3 * H * W; i++)
        rgb[i] = (unsigned char)(i * 37 % 251);
    gradient(rgb, out, W, H);
    for (int i = 0; i < H * W; i++)
        sum = sum * 31 + (unsigned)out[i];
    printf("the checksum is %u\n", sum);
    return 0;
}
