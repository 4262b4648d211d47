/* verify: refuted
 * The square root is taken in double, and so is the sum below it.
 */
#include <math.h>
#include <stdio.h>

#ifndef H
#define H 7 /* rows */
#endif
#ifndef W
#define W 8 /* columns */
#endif

typedef float Image[H][W];

void strength(Image in, Image out)
{
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++) {
            const double dx = in[y][x + 1] - in[y][x - 1];
            const double dy = in[y + 1][x] - in[y - 1][x];

            out[y][x] = sqrt(dx * dx + dy * dy);
        }
}

static Image in, out;

int main(void)
{
    unsigned seed = 15;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            seed = seed * 1664525u + 1013904223u;
            in[y][x] = (seed >> 8) / 16777216.0f;
        }

    strength(in, out);

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            printf("%a\n", out[y][x]);
    return 0;
}
