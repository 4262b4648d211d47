/*
 * The fused 3x3 blur with a pointer to each row that is used, as hand-tuned
 * loops have it.
 *
 * Expected:
 *   tmp   h x w -> 3 rows; the pointers point to them
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 14 /* rows */
#endif
#ifndef W
#define W 17 /* columns */
#endif

static void kernel(int h, int w, const float *in, float *out)
{
    float *tmp = malloc(sizeof(float) * h * w);

    if (tmp == NULL)
        return;

    for (int y = 0; y < h; y++) {
        const float *src = in + y * w;
        float *dst = tmp + y * w;

        for (int x = 1; x < w - 1; x++)
            dst[x] = (src[x - 1] + src[x] + src[x + 1]) * (1.0f / 3);

        if (y >= 2) {
            const float *above = tmp + (y - 2) * w, *row = above + w, *below = row + w;
            float *result = out + (y - 1) * w;

            for (int x = 1; x < w - 1; x++)
                result[x] = (above[x] + row[x] + below[x]) * (1.0f / 3);
        }
    }

    free(tmp);
}

static uint32_t state = 12345u;

static uint32_t noise(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static uint64_t fnv(uint64_t hash, const void *data, size_t bytes)
{
    const unsigned char *p = data;

    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ p[i]) * 1099511628211u;
    return hash;
}

static float in[H][W];
static float out[H][W];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof in / sizeof(float); i++)
        ((float *)in)[i] = noise() / 16777216.0f;

    kernel(H, W, in[0], out[0]);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
