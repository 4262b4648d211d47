/*
 * Edges of an image in flat heap arrays: each buffer is allocated where it is first needed, and
 * freed when it is no longer.
 *
 * Expected: one loop; smooth 3 rows, gx and gy and energy one value. The allocations move before it,
 * the first `free` behind it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 12
#endif
#ifndef W
#define W 15
#endif

static int edges(const float *img, float *out, int w, int h)
{
    float *smooth = malloc(sizeof(float) * w * h);
    if (!smooth)
        return 1;

    /* smooth along the rows */
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            smooth[y * w + x] = 0.25f * img[y * w + x - 1] + 0.5f * img[y * w + x] + 0.25f * img[y * w + x + 1];

    /* gradients */
    float *gx = malloc(sizeof(float) * w * h);
    float *gy = malloc(sizeof(float) * w * h);
    if (!gx || !gy) {
        free(gx);
        free(gy);
        free(smooth);
        return 1;
    }
    for (int y = 1; y < h - 1; y++)
        for (int x = 2; x < w - 2; x++) {
            gx[y * w + x] = smooth[y * w + x + 1] - smooth[y * w + x - 1];
            gy[y * w + x] = smooth[(y + 1) * w + x] - smooth[(y - 1) * w + x];
        }
    free(smooth);

    /* energy */
    float *energy = malloc(sizeof(float) * w * h);
    if (!energy) {
        free(gx);
        free(gy);
        return 1;
    }
    for (int y = 1; y < h - 1; y++)
        for (int x = 2; x < w - 2; x++)
            energy[y * w + x] = gx[y * w + x] * gx[y * w + x] + gy[y * w + x] * gy[y * w + x];
    free(gx);
    free(gy);

    const float limit = 0.5f;
    for (int y = 1; y < h - 1; y++)
        for (int x = 2; x < w - 2; x++)
            out[y * w + x] = energy[y * w + x] > limit ? sqrtf(energy[y * w + x]) : 0;
    free(energy);
    return 0;
}

int main(void)
{
    static float in[H * W], out[H * W];
    float sum = 0;

    for (int i = 0; i < H * W; i++)
        in[i] = (float)(i * 37 % 23) / 8;
    if (edges(in, out, W, H))
        return 1;
    for (int i = 0; i < H * W; i++)
        sum = 0.5f * sum + out[i];
    printf("the checksum is %a\n", sum);
    return 0;
}
