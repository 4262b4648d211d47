/*
 * Corners of an image: products of gradients, summed in windows. The stages
 * need one column beside them, and a second one.
 *
 * Expected with --fuse and columns: tiles overlap by two columns.
 */
#include <stdio.h>

#ifndef H
#define H 19
#endif
#ifndef W
#define W 38
#endif

static void corners(int h, int w, const float in[restrict h][w], float out[restrict h][w])
{
    float gx[h][w], gy[h][w], sxx[h][w], syy[h][w], sxy[h][w];

    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            gx[y][x] = in[y][x + 1] - in[y][x - 1];
            gy[y][x] = in[y + 1][x] - in[y - 1][x];
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 1; x < w - 1; x++) {
            sxx[y][x] = gx[y - 1][x] * gx[y - 1][x] + gx[y][x] * gx[y][x] + gx[y + 1][x] * gx[y + 1][x];
            syy[y][x] = gy[y - 1][x] * gy[y - 1][x] + gy[y][x] * gy[y][x] + gy[y + 1][x] * gy[y + 1][x];
            sxy[y][x] = gx[y - 1][x] * gy[y - 1][x] + gx[y][x] * gy[y][x] + gx[y + 1][x] * gy[y + 1][x];
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float a = sxx[y][x - 1] + sxx[y][x] + sxx[y][x + 1];
            float b = syy[y][x - 1] + syy[y][x] + syy[y][x + 1];
            float c = sxy[y][x - 1] + sxy[y][x] + sxy[y][x + 1];

            out[y][x] = a * b - c * c - 0.04f * (a + b) * (a + b);
        }
}

static float in[H][W], out[H][W];

int main(void)
{
    double sum = 0;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = (float)((x * 13 + y * 7) % 17) / 8;
    corners(H, W, in, out);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum += out[y][x] * (x % 5 + 1);
    printf("%.3f\n", sum);
    return 0;
}
