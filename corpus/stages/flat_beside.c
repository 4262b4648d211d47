/*
 * Point operations as flat loops over all pixels, beside stages over rows and columns.
 *
 * Expected: grey one variable, bright 3 rows.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 10
#endif
#ifndef W
#define W 12
#endif

static void outline(const unsigned char *rgb, unsigned char *out, int w, int h)
{
    const int n = w * h;
    int *grey = malloc(n * sizeof *grey);
    int *bright = malloc(n * sizeof *bright);
    int i, x, y;

    if (!grey || !bright) {
        free(grey);
        free(bright);
        return;
    }
    for (i = 0; i < n; i++)
        grey[i] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8;
    for (i = 0; i < n; i++)
        bright[i] = grey[i] > 128 ? 255 : 2 * grey[i];
    for (y = 1; y < h - 1; y++)
        for (x = 1; x < w - 1; x++) {
            const int d = 4 * bright[y * w + x] - bright[(y - 1) * w + x] - bright[(y + 1) * w + x]
                        - bright[y * w + x - 1] - bright[y * w + x + 1];
            out[y * w + x] = d < 0 ? 0 : d > 255 ? 255 : d;
        }
    free(grey);
    free(bright);
}

int main(void)
{
    static unsigned char rgb[3 * H * W], out[H * W];
    unsigned sum = 0;

    for (int i = 0; i < 3 * H * W; i++)
        rgb[i] = (unsigned char)(i * 37 % 251);
    outline(rgb, out, W, H);
    for (int i = 0; i < H * W; i++)
        sum = sum * 31 + out[i];
    printf("the checksum is %u\n", sum);
    return 0;
}
