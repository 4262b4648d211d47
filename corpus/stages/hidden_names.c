/*
 * Stages with names of their own that the caller, or another stage, has too. In one function they
 * would hide each other.
 *
 * Expected: t one row of points, u two rows; names that would hide others are numbered.
 */
#include <stdio.h>

#ifndef H
#define H 12 /* rows */
#endif
#ifndef W
#define W 15 /* columns */
#endif

static void weigh(float src[H][W], float dst[H][W])
{
    for (int y = 0; y < H; y++) {
        const float *row = src[y];
        for (int x = 0; x < W; x++) {
            float sum = 0;
            for (int k = -1; k <= 1; k++) {
                const float weight = k ? 0.25f : 0.5f;
                sum += x + k < 0 || x + k >= W ? 0 : weight * row[x + k];
            }
            dst[y][x] = sum;
        }
    }
}

static void rise(float src[H][W], float dst[H][W])
{
    for (int y = 1; y < H; y++) {
        const float *row = src[y - 1];
        for (int x = 0; x < W; x++)
            dst[y][x] = src[y][x] - row[x];
    }
}

static void edges(float in[H][W], float out[H][W], float weight, int k)
{
    static float t[H][W], u[H][W];
    float sum = (float)k;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            t[y][x] = in[y][x] * weight + sum;
    weigh(t, u);
    rise(u, out);
}

static float in[H][W], out[H][W];

int main(void)
{
    double sum = 0;

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = (float)(y * 7 % 5 + x * 3 % 4);
    edges(in, out, 1.5f, 2);
    for (int y = 1; y < H; y++)
        for (int x = 0; x < W; x++)
            sum += (double)out[y][x] * (y + x % 3);
    printf("the checksum is %a\n", sum);
    return 0;
}
