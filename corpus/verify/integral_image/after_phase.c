/* verify: refuted
 * The row above the box is taken one row too late.
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
    static unsigned ii[4][W + 1];

    for (int x = 0; x <= W; x++)
        ii[0][x] = 0;
    for (int y = 1; y <= H; y++) {
        ii[y & 3][0] = 0;
        for (int x = 1; x <= W; x++)
            ii[y & 3][x] = in[y - 1][x - 1] + ii[(y - 1) & 3][x] + ii[y & 3][x - 1]
                         - ii[(y - 1) & 3][x - 1];
        if (y >= K)
            for (int x = K; x <= W; x++)
                out[y - K][x - K] = ii[y & 3][x] - ii[(y - K + 1) & 3][x] - ii[y & 3][x - K]
                                  + ii[(y - K + 1) & 3][x - K];
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
