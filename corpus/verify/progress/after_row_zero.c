/* verify: refuted
 * A message for row 0 appears.
 */
#include <stdio.h>

#ifndef H
#define H 6 /* rows */
#endif
#ifndef W
#define W 5 /* columns */
#endif

volatile int stop;

void sharpen(int in[H][W], int out[H][W])
{
    int t[2][W];

    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            t[y % 2][x] = 3 * in[y][x];
        if (y > 0)
            for (int x = 0; x < W; x++)
                out[y][x] = t[y % 2][x] - t[(y - 1) % 2][x];
        printf("row %d\n", y);
    }
    stop = 1;
}

static int in[H][W], out[H][W];

int main(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = y * y - 3 * x + x * y;

    sharpen(in, out);

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            printf("%d\n", out[y][x]);
    return stop - 1;
}
