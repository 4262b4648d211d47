/*
 * Mean over a box by a table of sums: each row of the table is made of the one
 * above, and a row of output needs the rows at both ends of the box.
 *
 * Expected:
 *   sums   2 * R + 2 rows
 *   line   one value, the sum so far
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef H
#define H 16 /* rows */
#endif
#ifndef W
#define W 19 /* columns */
#endif
#ifndef R
#define R 3 /* half of the box */
#endif

static double sums[H + 1][W + 1], line[H][W + 1];

static void kernel(const float in[H][W], float out[H][W])
{
    for (int x = 0; x <= W; x++)
        sums[0][x] = 0;

    for (int y = 0; y < H; y++) {
        line[y][0] = 0;
        sums[y + 1][0] = 0;
        for (int x = 0; x < W; x++) {
            line[y][x + 1] = line[y][x] + in[y][x];
            sums[y + 1][x + 1] = sums[y][x + 1] + line[y][x + 1];
        }

        if (y >= 2 * R)
            for (int x = R; x < W - R; x++)
                out[y - R][x] = (float)((sums[y + 1][x + R + 1] - sums[y - 2 * R][x + R + 1]
                                         - sums[y + 1][x - R] + sums[y - 2 * R][x - R])
                                        / ((2 * R + 1) * (2 * R + 1)));
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
