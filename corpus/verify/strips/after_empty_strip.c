/* verify: refuted
 * A strip of rows ends a row before the ring does: the last row of the ring
 * makes an empty strip, after which the loop stays where it is.
 */
#include <stdio.h>

#ifndef H
#define H 15 /* rows */
#endif
#ifndef W
#define W 8 /* columns */
#endif

static void gradient(const unsigned char in[H][W], int out[H][W])
{
    int dx[3 * W];

    for (int y = 0; y < H;) {
        int end = y + 2 - y % 3;

        if (end > H)
            end = H;
        for (; y < end; y++) {
            for (int x = 1; x < W - 1; x++)
                dx[y % 3 * W + x] = in[y][x + 1] - in[y][x - 1];
            if (y >= 2)
                for (int x = 1; x < W - 1; x++)
                    out[y - 1][x] = dx[(y + 1) % 3 * W + x] + 2 * dx[(y + 2) % 3 * W + x]
                                  + dx[y % 3 * W + x];
        }
    }
}

static unsigned char in[H][W];
static int out[H][W];

int main(void)
{
    unsigned seed = 5, hash = 2166136261u;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            seed = seed * 1664525u + 1013904223u;
            in[y][x] = seed >> 24;
        }

    gradient(in, out);

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            hash = (hash ^ (unsigned)out[y][x]) * 16777619u;
    printf("%08x\n", hash);
    return 0;
}
