/* verify: proved
 * One loop, and two rows of the image.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9 /* rows */
#endif
#ifndef W
#define W 6 /* elements of a row */
#endif

static float result[H * W];

void filter(int w, int h, float *out)
{
    float *t = malloc((size_t)2 * w * sizeof *t);
    if (!t)
        exit(1);
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            t[y % 2 * w + x] = (float)(y * y % 7 + x);
        if (y >= 1)
            for (int x = 0; x < w; x++)
                out[y * w + x] = t[y % 2 * w + x] - t[(y - 1) % 2 * w + x] / 2;
    }
    free(t);
}

int main(void)
{
    filter(W, H, result);
    for (int i = 0; i < H * W; i++)
        printf("%.3f\n", result[i]);
    return 0;
}
