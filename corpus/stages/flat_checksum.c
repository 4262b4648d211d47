/*
 * Stages of an image by rows and columns, and a sum over all pixels as one row: each is multiplied
 * by a number that depends on its own number, `y * w + x` in rows and columns.
 *
 * Expected:
 *   level   3 rows
 *   smooth  1
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 23 /* pixels per row */
#endif
#ifndef H
#define H 17 /* rows */
#endif

static double checksum(const float *restrict image, int w, int h)
{
    float *level = malloc((size_t)w * h * sizeof *level);
    float *smooth = malloc((size_t)w * h * sizeof *smooth);
    double sum = 0;

    if (!level || !smooth)
        exit(1);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            level[(size_t)y * w + x] = image[(size_t)y * w + x] * 0.5f;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int up = y > 0 ? y - 1 : 0, down = y < h - 1 ? y + 1 : h - 1;

            smooth[(size_t)y * w + x] = level[(size_t)up * w + x] + level[(size_t)down * w + x];
        }
    for (int i = 0; i < w * h; i++)
        if (smooth[i] > 1)
            sum += smooth[i] * (i % 7 + 1);
    free(level);
    free(smooth);
    return sum;
}

static float image[W * H];

int main(void)
{
    for (int i = 0; i < W * H; i++)
        image[i] = i * 31 % 19;
    printf("%g\n", checksum(image, W, H));
    return 0;
}
