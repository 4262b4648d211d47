/* Rows that are too large for the stack: they stay static where nothing but `main` leads to them. */
#include <stdio.h>

#ifndef W
#define W 4000
#endif
#define H 12

void progress(int done);

static int in[H][W], out[H][W];
static int sums[H][W];

static void blur(void)
{
    static int columns[H][W];
    for (int y = 0; y < H; y++) {
        for (int x = 1; x + 1 < W; x++)
            columns[y][x] = in[y][x - 1] + in[y][x] + in[y][x + 1];
        if (y >= 2)
            for (int x = 1; x + 1 < W; x++)
                out[y][x] = columns[y - 2][x] + columns[y - 1][x] + columns[y][x];
        progress(y);
    }
}

static void add_up(void)
{
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            sums[y][x] = out[y][x] * 3 + y;
        if (y >= 1)
            for (int x = 0; x < W; x++)
                in[y][x] += sums[y - 1][x] - sums[y][x];
    }
}

int main(void)
{
    static double weights[H][W];
    double total = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = (x * 7 + y * 5) % 23;
    blur();
    add_up();
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            weights[y][x] = in[y][x] * 0.5;
        for (int x = 0; x < W; x++)
            total = total * 0.999 + weights[y][x] + out[y][x];
        progress(y);
    }
    printf("the sum is %.9g, elements are %d and %d\n", total, in[3][5], out[7][9]);
    return 0;
}

/* Anything may happen in it, but nothing of it leads back. */
void progress(int done)
{
    static int calls;
    calls += done;
    if (calls < 0)
        fputs("?", stderr);
}
