/* An image of half the size: weighted rows, then every second row of three. */
#include <stdint.h>
#include <stdio.h>

#ifndef H
#define H 11 /* rows */
#endif
#ifndef W
#define W 10 /* columns */
#endif

void half(const uint8_t in[H][W], uint8_t out[H / 2 + 1][W / 2 + 1])
{
    static uint16_t rows[H][W / 2 + 1];

    for (int y = 0; y < H; y++)
        for (int x = 0; x + 2 < W; x += 2)
            rows[y][x / 2] = in[y][x] + 2 * in[y][x + 1] + in[y][x + 2];
    for (int y = 0; y + 2 < H; y += 2)
        for (int x = 0; x + 2 < W; x += 2)
            out[y / 2][x / 2] = (rows[y][x / 2] + 2 * rows[y + 1][x / 2] + rows[y + 2][x / 2] + 8) >> 4;
}

static uint8_t in[H][W];
static uint8_t out[H / 2 + 1][W / 2 + 1];

int main(void)
{
    unsigned seed = 17;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            seed = seed * 1664525u + 1013904223u;
            in[y][x] = seed >> 24;
        }

    half(in, out);

    for (int y = 0; y <= H / 2; y++)
        for (int x = 0; x <= W / 2; x++)
            printf("%d\n", out[y][x]);
    return 0;
}
