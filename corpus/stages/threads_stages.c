/*
 * Stages that threads share among them.
 *
 * Expected:
 *   t   3 rows of each strip: threads share the strips of one loop
 */
#include <stdio.h>

#ifndef H
#define H 10
#endif
#ifndef W
#define W 12
#endif

static float t[H][W];

static void stages(float in[H][W], float out[H][W])
{
    #pragma omp parallel for
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            t[y][x] = in[y][x] * in[y][x];
    #pragma omp parallel for
    for (int y = 1; y < H - 1; y++)
        for (int x = 0; x < W; x++)
            out[y][x] = t[y - 1][x] + t[y][x] + t[y + 1][x];
}

static float in[H][W], out[H][W];

int main(void)
{
    float sum = 0;

    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            in[i][j] = (float)((i * 5 % 7) + (j * 3 % 4));
    stages(in, out);
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            sum = 0.5f * sum + out[i][j];
    printf("the checksum is %a\n", sum);
    return 0;
}
