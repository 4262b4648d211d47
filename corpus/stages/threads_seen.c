/*
 * Stages that threads share. The caller sees the first one's image too, and the last one needs rows
 * of it that other strips would set.
 *
 * Expected: the loops stay, and a remark names the image.
 */
#include <stdio.h>

#ifndef H
#define H 12
#endif
#ifndef W
#define W 9
#endif

static void stages(float in[restrict H][W], float soft[restrict H][W], float out[restrict H][W])
{
    float t[H][W];

    #pragma omp parallel for
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            soft[y][x] = 0.5f * in[y][x];
            t[y][x] = soft[y][x] * soft[y][x];
        }
    #pragma omp parallel for
    for (int y = 1; y < H - 1; y++)
        for (int x = 0; x < W; x++)
            out[y][x] = t[y - 1][x] + soft[y + 1][x] - t[y][x];
}

static float in[H][W], soft[H][W], out[H][W];

int main(void)
{
    float sum = 0;

    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            in[i][j] = (float)((i * 5 % 7) + (j * 3 % 4));
    stages(in, soft, out);
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            sum = 0.5f * sum + out[i][j] - soft[i][j];
    printf("the checksum is %a\n", sum);
    return 0;
}
