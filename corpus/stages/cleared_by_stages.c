/* Stages clear the array that they set inside its border: the zeros become rows beside the rows
   that are set, and each array keeps few of both. */
#include <stdio.h>
#include <string.h>

#define H 24
#define W 18

static int mask[H][W], thin[H][W], thick[H][W];

static void draw(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            mask[y][x] = (y * 5 + x * 3) % 7 != 0;
}

static void erode(int in[H][W], int out[H][W])
{
    memset(out, 0, sizeof(int[H][W]));
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            out[y][x] = in[y - 1][x] & in[y][x - 1] & in[y][x] & in[y][x + 1] & in[y + 1][x];
}

static void dilate(int in[H][W], int out[H][W])
{
    memset(out, 0, sizeof(int[H][W]));
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            out[y][x] = in[y - 1][x] | in[y][x - 1] | in[y][x] | in[y][x + 1] | in[y + 1][x];
}

int main(void)
{
    int removed = 0;

    draw();
    erode(mask, thin);
    dilate(thin, thick);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            removed += mask[y][x] && !thick[y][x];
    printf("%d cells are removed\n", removed);
    return 0;
}
