/*
 * A stage that a flag switches off, row pointers, and rows that are copied.
 *
 * Expected: one loop; a 1 row, b 3 rows. The stage under the flag stays under it.
 */
#include <stdio.h>
#include <string.h>

#ifndef H
#define H 10
#endif
#ifndef W
#define W 12
#endif

static short a[H][W], b[H][W];

static void work(short in[H][W], short out[H][W], int strong)
{
    int x, y;

    for (y = 0; y < H; y++)
        memcpy(a[y], in[y], sizeof a[y]);
    if (strong)
        for (y = 0; y < H; y++)
            for (x = 0; x < W; x++)
                a[y][x] *= 2;
    for (y = 0; y < H; y++) {
        const short *from = a[y];
        short *to = b[y];

        for (x = 0; x < W - 1; x++)
            to[x] = from[x] + from[x + 1];
        to[W - 1] = from[W - 1];
    }
    for (y = 1; y < H - 1; y++) {
        const short *up = b[y - 1], *here = b[y], *down = b[y + 1];

        for (x = 0; x < W; x++)
            out[y][x] = up[x] + 2 * here[x] + down[x];
    }
}

static short in[H][W], out[H][W];

int main(void)
{
    unsigned sum = 0;

    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            in[i][j] = (short)((i * 5 % 7) + (j * 3 % 4));
    for (int k = 0; k < 2; k++) {
        work(in, out, k);
        for (int i = 0; i < H; i++)
            for (int j = 0; j < W; j++)
                sum = sum * 31 + (unsigned)out[i][j];
    }
    printf("the checksum is %u\n", sum);
    return 0;
}
