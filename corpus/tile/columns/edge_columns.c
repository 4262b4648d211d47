/*
 * Differences in rows of an image, whose first and last column are copied. A
 * row may be so short that nothing but these columns is set.
 *
 * Expected with --fuse and columns: the first tile alone sets the edges.
 */
#include <stdio.h>

#ifndef H
#define H 13
#endif
#ifndef W
#define W 37
#endif

static void differences(int h, int w, const float in[restrict h][w], float out[restrict h][w])
{
    float wide[h][w];

    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            wide[y][x] = in[y][x - 1] + in[y][x + 1];
    for (int y = 0; y < h; y++) {
        out[y][0] = in[y][0];
        for (int x = 2; x < w - 2; x++)
            out[y][x] = wide[y][x + 1] - wide[y][x - 1];
        out[y][w - 1] = in[y][w - 1];
    }
}

static float in[H][W], out[H][W];
static float thin[H][3], edges[H][3];

int main(void)
{
    double sum = 0;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = (float)((x * 11 + y * 5) % 19);
    differences(H, W, in, out);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < 3; x++)
            thin[y][x] = (float)(x + y);
    differences(H, 3, thin, edges);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum += out[y][x] * (x % 5 + y % 3) + (x < 3 ? edges[y][x] : 0);
    printf("%.2f\n", sum);
    return 0;
}
