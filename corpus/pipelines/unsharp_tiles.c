/*
 * Unsharp mask in tiles, column after column inside of a tile as a polyhedral
 * scheduler leaves it: a column is blurred along x and used along y at once.
 *
 * Expected:
 *   blurx   one column of a tile
 *   blury   one value
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>

#ifndef H
#define H 18 /* rows */
#endif
#ifndef W
#define W 15 /* columns */
#endif
#ifndef B
#define B 7 /* a tile: rows and columns */
#endif

#define THRESH 0.06f
#define WEIGHT 3.0f

static inline int min(int a, int b)
{
    return a < b ? a : b;
}

static void kernel(const float in[H][W], float out[H][W])
{
    for (int ty = 2; ty < H - 2; ty += B)
        for (int tx = 2; tx < W - 2; tx += B) {
            float blurx[B][B + 4], blury[B][B];

            for (int x = tx; x < min(tx + B, W - 2); x++) {
                for (int y = ty - 2; y < min(ty + B, H - 2) + 2; y++)
                    blurx[x - tx][y - ty + 2] = 0.0625f * (in[y][x - 2] + in[y][x + 2])
                                              + 0.25f * (in[y][x - 1] + in[y][x + 1])
                                              + 0.375f * in[y][x];
                for (int y = ty; y < min(ty + B, H - 2); y++) {
                    blury[x - tx][y - ty] = 0.0625f * (blurx[x - tx][y - ty] + blurx[x - tx][y - ty + 4])
                                          + 0.25f * (blurx[x - tx][y - ty + 1] + blurx[x - tx][y - ty + 3])
                                          + 0.375f * blurx[x - tx][y - ty + 2];
                    out[y][x] = fabsf(in[y][x] - blury[x - tx][y - ty]) < THRESH
                        ? in[y][x]
                        : (1 + WEIGHT) * in[y][x] - WEIGHT * blury[x - tx][y - ty];
                }
            }
        }
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
