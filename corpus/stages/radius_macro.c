/*
 * A box blur in two passes over a flat image; a macro says how far it reads.
 *
 * Expected:
 *   tmp   rows for the radius that the macro has, which the new text asserts
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 17 /* rows */
#endif
#ifndef W
#define W 19 /* columns */
#endif
#define RADIUS 2
#define TAPS (2 * RADIUS + 1)

static int box_blur(const uint8_t *in, uint8_t *out, int w, int h)
{
    uint16_t *tmp = malloc((size_t)w * h * sizeof *tmp);
    if (!tmp)
        return -1;

    /* along the rows */
    for (int y = 0; y < h; y++)
        for (int x = RADIUS; x < w - RADIUS; x++) {
            int sum = 0;
            for (int k = -RADIUS; k <= RADIUS; k++)
                sum += in[y * w + x + k];
            tmp[y * w + x] = sum;
        }

    /* along the columns */
    for (int y = RADIUS; y < h - RADIUS; y++)
        for (int x = RADIUS; x < w - RADIUS; x++) {
            int sum = 0;
            for (int k = -RADIUS; k <= RADIUS; k++)
                sum += tmp[(y + k) * w + x];
            out[y * w + x] = sum / (TAPS * TAPS);
        }

    free(tmp);
    return 0;
}

static uint8_t in[H * W], out[H * W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;
    uint32_t state = 7;

    for (int i = 0; i < H * W; i++) {
        state = state * 1664525u + 1013904223u;
        in[i] = state >> 24;
    }
    if (box_blur(in, out, W, H))
        return 1;
    for (int i = 0; i < H * W; i++)
        hash = (hash ^ out[i]) * 1099511628211u;
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
