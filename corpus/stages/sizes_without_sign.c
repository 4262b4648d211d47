/* Counters of type size_t: in the fused loop, rows behind the first ones get their names under the test that
 * they exist, once for all stages at that row. */
#include <stddef.h>
#include <stdio.h>

#ifndef H
#define H 14
#endif
#ifndef W
#define W 9
#endif

static unsigned brightest(size_t h, size_t w, const unsigned in[h][w], unsigned out[h][w])
{
    unsigned smooth[h][w], edge[h][w], wide[h][w];
    unsigned best = 0;

    for (size_t y = 0; y < h; y++)
        for (size_t x = 0; x < w; x++)
            smooth[y][x] = in[y][x] / 3;

    for (size_t y = 1; y + 1 < h; y++)
        for (size_t x = 1; x + 1 < w; x++) {
            edge[y][x] = smooth[y - 1][x - 1] + smooth[y + 1][x];
            wide[y][x] = 2 * smooth[y][x] + smooth[y + 1][x + 1];
        }

    for (size_t y = 2; y < h; y++)
        for (size_t x = 0; x + 2 < w; x++)
            out[y][x] = 3 * wide[y - 1][x + 1];

    for (size_t y = 1; y + 1 < h; y++)
        for (size_t x = 1; x + 1 < w; x++)
            if (edge[y][x] > best)
                best = edge[y][x];
    return best;
}

int main(void)
{
    static unsigned in[H * W], out[H * W];
    unsigned sum = 0;

    for (size_t i = 0; i < H * W; i++)
        in[i] = (unsigned)(i + 1) * 2654435761u >> 12;
    for (size_t h = 3; h <= H; h++)
        for (size_t w = 2; w <= W; w++)
            sum = sum * 31u + brightest(h, w, (const void *)in, (void *)out);
    for (size_t i = 0; i < H * W; i++)
        sum = sum * 31u + out[i];
    printf("%u\n", sum);
    return 0;
}
