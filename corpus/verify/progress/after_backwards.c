/* verify: refuted
 * The rows are computed from below, and so the messages come in another order.
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
    for (int y = H - 1; y > 0; y--) {
        for (int x = 0; x < W; x++)
            out[y][x] = 3 * in[y][x] - 3 * in[y - 1][x];
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
