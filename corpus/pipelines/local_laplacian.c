/*
 * Local Laplacian filter of two levels: the image is remapped around K levels
 * of brightness, each remapped image gives a band of detail, and every pixel
 * takes the detail of the two levels that are nearest to it. H and W are even.
 *
 * Expected:
 *   remapped, fine       one image each, of K
 *   coarse               one image of a quarter of the size, of K
 *   detail               one value: it is added up where it is made
 *   gain                 one value per level
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>

#ifndef H
#define H 12 /* rows */
#endif
#ifndef W
#define W 14 /* columns */
#endif
#ifndef K
#define K 5 /* levels of brightness */
#endif

static float remapped[K][H][W], coarse[K][H / 2][W / 2], fine[K][H][W], detail[K][H][W];

static void kernel(const float in[H][W], float out[H][W])
{
    float gain[K];

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            out[y][x] = 0;

    for (int k = 0; k < K; k++) {
        gain[k] = 1.0f + 0.5f * k / (K - 1);

        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                const float d = in[y][x] - k / (float)(K - 1);

                remapped[k][y][x] = in[y][x] + gain[k] * d * expf(-8 * d * d);
            }

        for (int y = 0; y < H / 2; y++)
            for (int x = 0; x < W / 2; x++)
                coarse[k][y][x] = 0.25f * (remapped[k][2 * y][2 * x] + remapped[k][2 * y][2 * x + 1]
                                           + remapped[k][2 * y + 1][2 * x]
                                           + remapped[k][2 * y + 1][2 * x + 1]);

        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                fine[k][y][x] = coarse[k][y / 2][x / 2];

        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                const float near = 1 - fabsf(in[y][x] * (K - 1) - k);

                detail[k][y][x] = remapped[k][y][x] - fine[k][y][x];
                out[y][x] += near > 0 ? near * detail[k][y][x] : 0;
            }
    }

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            out[y][x] += in[y][x];
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

    kernel(in, out);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
