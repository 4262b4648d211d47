/* A derivative of bytes, then a vertical sum: two stages over whole images. */
#include <stdio.h>

#ifndef H
#define H 15 /* rows */
#endif
#ifndef W
#define W 8 /* columns */
#endif

static void gradient(const unsigned char in[H][W], int out[H][W])
{
    static int dx[H][W];

    for (int y = 0; y < H; y++)
        for (int x = 1; x < W - 1; x++)
            dx[y][x] = in[y][x + 1] - in[y][x - 1];
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            out[y][x] = dx[y - 1][x] + 2 * dx[y][x] + dx[y + 1][x];
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
