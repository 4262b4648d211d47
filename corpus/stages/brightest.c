/*
 * An image is smoothed, scaled by its largest value, and sharpened; a second image is smoothed in
 * between, with which neither has to do.
 *
 * Expected: two loops, before and after the largest value is known: scaled and soft (of the second
 * image) 3 rows; smooth stays, and so do its loops if the fold follows.
 */
#include <stdio.h>

#ifndef H
#define H 12
#endif
#ifndef W
#define W 13
#endif

static float smooth[H][W], soft[H][W], scaled[H][W];

static void level(float a[H][W], float b[H][W], float out[H][W], float edges[H][W])
{
    float top = 0;

    for (int y = 0; y < H; y++)
        for (int x = 1; x < W - 1; x++)
            smooth[y][x] = (a[y][x - 1] + a[y][x] + a[y][x + 1]) / 3;
    for (int y = 0; y < H; y++)
        for (int x = 1; x < W - 1; x++)
            if (smooth[y][x] > top)
                top = smooth[y][x];
    printf("top %a\n", top);
    for (int y = 0; y < H; y++)
        for (int x = 1; x < W - 1; x++)
            soft[y][x] = (b[y][x - 1] + b[y][x] + b[y][x + 1]) / 3;
    const float scale = top > 0 ? 1 / top : 0;
    for (int y = 0; y < H; y++)
        for (int x = 1; x < W - 1; x++)
            scaled[y][x] = smooth[y][x] * scale;
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            edges[y][x] = soft[y - 1][x] - 2 * soft[y][x] + soft[y + 1][x];
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            out[y][x] = scaled[y - 1][x] + scaled[y][x] + scaled[y + 1][x];
}

static float a[H][W], b[H][W], out[H][W], edges[H][W];

int main(void)
{
    float sum = 0;

    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++) {
            a[i][j] = (float)((i * 5 % 7) + (j * 3 % 4));
            b[i][j] = (float)((i * 3 % 5) + (j * 2 % 7));
        }
    level(a, b, out, edges);
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            sum = 0.5f * sum + out[i][j] + edges[i][j];
    printf("the checksum is %a\n", sum);
    return 0;
}
