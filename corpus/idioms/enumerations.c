/* Sizes that are constants of an enumeration keep their names in subscripts. */
#include <stdio.h>

enum { W = 20, H = 16, LAST = W - 1 };

static void sums(unsigned char in[H][W], int out[H][W])
{
    int t[H][W];
    for (int y = 0; y < H; y++) {
        for (int x = 1; x < W - 1; x++)
            t[y][x] = in[y][x - 1] + in[y][x] + in[y][x + 1];
        t[y][0] = 2 * in[y][0] + in[y][1];
        t[y][LAST] = 2 * in[y][W - 1] + in[y][W - 2];
        if (y > 0) {
            for (int x = 0; x < W; x++)
                out[y][x] = t[y - 1][x] + t[y][x];
            out[y][W - 1] += t[y][W - 1];
        }
    }
}

int main(void)
{
    static unsigned char in[H][W];
    static int out[H][W];
    unsigned sum = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = (unsigned char)(7 * x + 11 * y);
    sums(in, out);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum = 31 * sum + (unsigned)out[y][x];
    printf("%u\n", sum);
    return 0;
}
