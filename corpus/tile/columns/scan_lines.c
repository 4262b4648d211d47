/*
 * A document scanner: a function for each stage, flat images on the heap, an
 * early return if memory is short.
 *
 * Expected with --fuse and columns: tiles of the fused loop, whose rows keep
 * their width on the heap.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 14
#endif
#ifndef W
#define W 45
#endif

static void to_ink(const unsigned char *grey, short *ink, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            ink[y * w + x] = (short)(255 - grey[y * w + x]);
}

static void despeckle(const short *ink, short *clean, int w, int h)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            clean[y * w + x] = (short)((4 * ink[y * w + x] + ink[y * w + x - 1] + ink[y * w + x + 1]
                                        + ink[(y - 1) * w + x] + ink[(y + 1) * w + x]) / 8);
}

static void binarise(const short *clean, unsigned char *page, int w, int h)
{
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
            page[y * w + x] = clean[y * w + x] * 4 > clean[(y - 1) * w + x - 1] + clean[(y - 1) * w + x + 1]
                                                      + clean[(y + 1) * w + x - 1] + clean[(y + 1) * w + x + 1];
}

static int scan(const unsigned char *grey, unsigned char *page, int w, int h)
{
    short *ink = malloc(sizeof(short) * w * h);
    short *clean = malloc(sizeof(short) * w * h);

    if (ink == NULL || clean == NULL) {
        free(ink);
        free(clean);
        return -1;
    }
    to_ink(grey, ink, w, h);
    despeckle(ink, clean, w, h);
    binarise(clean, page, w, h);
    free(ink);
    free(clean);
    return 0;
}

static unsigned char grey[H * W], page[H * W];

int main(void)
{
    long sum = 0;
    int status;

    for (int k = 0; k < H * W; k++)
        grey[k] = (unsigned char)(k * 37 % 251);
    status = scan(grey, page, W, H);
    if (status != 0)
        return status;
    for (int k = 0; k < H * W; k++)
        sum += page[k] * (k % 29);
    printf("%ld\n", sum);
    return 0;
}
