/* verify: refuted
 * The strip of columns is wider than its buffer: columns share cells.
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
    int dx[3][3];

    for (int left = 1; left < W - 1; left += 4)
        for (int y = 0; y < H; y++) {
            for (int x = left; x < left + 4 && x < W - 1; x++)
                dx[y % 3][(x - left) % 3] = in[y][x + 1] - in[y][x - 1];
            if (y >= 2)
                for (int x = left; x < left + 4 && x < W - 1; x++)
                    out[y - 1][x] = dx[(y + 1) % 3][(x - left) % 3]
                                  + 2 * dx[(y + 2) % 3][(x - left) % 3] + dx[y % 3][(x - left) % 3];
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
