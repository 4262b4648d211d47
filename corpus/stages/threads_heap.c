/*
 * Stages that threads share, with allocations that are tested, and counters from outside.
 *
 * Expected:
 *   across, down   a few rows of each strip, allocated by the strip; a failure is said after the
 *                  loop
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 14 /* rows */
#endif
#ifndef W
#define W 11 /* columns */
#endif

static int sharpen(const float *in, float *restrict out, int w, int h)
{
    const size_t bytes = sizeof(float) * w * h;
    float *across, *down;
    int x, y;

    across = malloc(bytes);
    down = malloc(bytes);
    if (across == NULL || down == NULL) {
        fprintf(stderr, "no memory\n");
        free(across);
        free(down);
        return -1;
    }

    #pragma omp parallel for private(x) schedule(static)
    for (y = 0; y < h; y++)
        for (x = 1; x < w - 1; x++)
            across[y * w + x] = 0.25f * in[y * w + x - 1] + 0.5f * in[y * w + x] + 0.25f * in[y * w + x + 1];
    #pragma omp parallel for private(x) schedule(static)
    for (y = 1; y < h - 1; y++)
        for (x = 1; x < w - 1; x++)
            down[y * w + x] = 0.25f * across[(y - 1) * w + x] + 0.5f * across[y * w + x]
                            + 0.25f * across[(y + 1) * w + x];
    #pragma omp parallel for private(x) schedule(static)
    for (y = 1; y < h - 1; y++)
        for (x = 1; x < w - 1; x++)
            out[y * w + x] = in[y * w + x] + 0.8f * (in[y * w + x] - down[y * w + x]);

    free(across);
    free(down);
    return 0;
}

static float in[H * W], out[H * W];

int main(void)
{
    float sum = 0;

    for (int i = 0; i < H * W; i++)
        in[i] = (float)((i * 7 % 11) + (i * 5 % 3));
    if (sharpen(in, out, W, H) != 0)
        return 1;
    for (int i = 0; i < H * W; i++)
        sum = 0.5f * sum + out[i];
    printf("the checksum is %a\n", sum);
    return 0;
}
