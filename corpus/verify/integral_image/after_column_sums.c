/* verify: unknown
 * Sums of columns and of a row: the same numbers by another computation. Only
 * arithmetic would show it.
 */
#include <stdio.h>

#ifndef H
#define H 9 /* rows */
#endif
#ifndef W
#define W 8 /* columns */
#endif
#define K 3 /* rows and columns of a box */

void boxes(const unsigned in[H][W], unsigned out[H][W])
{
    static unsigned column[W];

    for (int x = 0; x < W; x++)
        column[x] = 0;
    for (int y = 0; y < H; y++) {
        unsigned sum = 0;

        for (int x = 0; x < W; x++) {
            column[x] += in[y][x];
            if (y >= K)
                column[x] -= in[y - K][x];
            sum += column[x];
            if (x >= K)
                sum -= column[x - K];
            if (y >= K - 1 && x >= K - 1)
                out[y - K + 1][x - K + 1] = sum;
        }
    }
}

static unsigned in[H][W];
static unsigned out[H][W];

int main(void)
{
    unsigned seed = 14;

    for (int round = 0; round < 2; round++) {
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                in[y][x] = seed = seed * 1664525u + 1013904223u;

        boxes(in, out);

        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                printf("%u\n", out[y][x]);
    }
    return 0;
}
