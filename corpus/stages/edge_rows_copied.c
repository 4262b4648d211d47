/*
 * Smoothing of a radar image whose first and last rows are copied, and a band that is cleared.
 *
 * Expected:
 *   smooth   two rows
 *   band     one value
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define W 60

static int shade(const int *echo, int h)
{
    int *smooth = malloc(h * W * sizeof *smooth), *band = malloc(h * W * sizeof *band);
    int sum = 0;

    if (!smooth || !band)
        exit(1);
    memcpy(smooth, echo, W * sizeof *smooth);
    memcpy(smooth + (h - 1) * W, echo + (h - 1) * W, W * sizeof *smooth);
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < W; x++)
            smooth[y * W + x] = echo[(y - 1) * W + x] + 2 * echo[y * W + x] + echo[(y + 1) * W + x];
    memset(&band[0], 0, W * sizeof *band);
    for (int y = 1; y < h; y++)
        for (int x = 0; x < W; x++)
            band[y * W + x] = smooth[y * W + x] > smooth[(y - 1) * W + x] ? y : -1;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < W; x++)
            sum += band[y * W + x];
    free(smooth);
    free(band);
    return sum;
}

int main(void)
{
    static int echo[50 * W];

    for (int i = 0; i < 50 * W; i++)
        echo[i] = i * 31 % 17;
    printf("%d\n", shade(echo, 50));
    return 0;
}
