/* verify: refuted
 * The phase is off by one: `middle` is the oldest row.
 */
#include <stdio.h>

#ifndef H
#define H 11 /* rows */
#endif
#ifndef W
#define W 9 /* columns */
#endif

static void box(const float in[H][W], float out[H][W])
{
    static float ring[3][W];

    for (int y = 0; y < H; y++) {
        const int newest = y % 3, middle = (y + 1) % 3, oldest = (y + 1) % 3;

        for (int x = 1; x < W - 1; x++)
            ring[newest][x] = in[y][x - 1] + in[y][x] + in[y][x + 1];
        if (y >= 2)
            for (int x = 1; x < W - 1; x++)
                out[y - 1][x] = (ring[oldest][x] + ring[middle][x] + ring[newest][x]) / 9;
    }
}

static float in[H][W];
static float out[H][W];

int main(void)
{
    unsigned seed = 1;
    double checksum = 0;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            seed = seed * 1664525u + 1013904223u;
            in[y][x] = (seed >> 8) / 16777216.0f;
        }

    box(in, out);

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            checksum = 0.996 * checksum + out[y][x];
    printf("%a\n", checksum);
    return 0;
}
