/* verify: proved
 * The row of the ring is a variable that wraps by comparison.
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
    float sums[3][W];
    int r = 0;

    for (int y = 0; y < H; y++) {
        for (int x = 1; x < W - 1; x++)
            sums[r][x] = in[y][x - 1] + in[y][x] + in[y][x + 1];
        if (y >= 2) {
            int oldest = r == 2 ? 0 : r + 1;
            int middle = r == 0 ? 2 : r - 1;

            for (int x = 1; x < W - 1; x++)
                out[y - 1][x] = (sums[oldest][x] + sums[middle][x] + sums[r][x]) / 9;
        }
        if (++r == 3)
            r = 0;
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
