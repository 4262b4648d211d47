/* verify: proved
 * A ring of K + 1 rows, whatever K is.
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
    static unsigned ii[K + 1][W + 1];

    for (int x = 0; x <= W; x++)
        ii[0][x] = 0;
    for (int y = 1; y <= H; y++) {
        unsigned *now = ii[y % (K + 1)];
        const unsigned *above = ii[(y - 1) % (K + 1)];
        const unsigned *start = ii[(y + 1) % (K + 1)];

        now[0] = 0;
        for (int x = 1; x <= W; x++)
            now[x] = in[y - 1][x - 1] + above[x] + now[x - 1] - above[x - 1];
        if (y >= K)
            for (int x = K; x <= W; x++)
                out[y - K][x - K] = now[x] - start[x] - now[x - K] + start[x - K];
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
