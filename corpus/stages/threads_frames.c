/*
 * Stages that threads share inside a loop over frames, in arrays of the file; the first one has
 * borders of its own.
 *
 * Expected:
 *   wide, tall   a few rows of each strip
 */
#include <stdio.h>

#ifndef H
#define H 12
#endif
#ifndef W
#define W 9
#endif
#define FRAMES 3

static float wide[H][W], tall[H][W];

static void smooth(float in[FRAMES][H][W], float out[FRAMES][H][W])
{
    for (int f = 0; f < FRAMES; f++) {
        #pragma omp parallel for
        for (int y = 0; y < H; y++) {
            wide[y][0] = in[f][y][0];
            for (int x = 1; x < W - 1; x++)
                wide[y][x] = (in[f][y][x - 1] + in[f][y][x] + in[f][y][x + 1]) / 3;
            wide[y][W - 1] = in[f][y][W - 1];
        }
        #pragma omp parallel for
        for (int y = 1; y < H - 1; y++)
            for (int x = 0; x < W; x++)
                tall[y][x] = (wide[y - 1][x] + wide[y][x] + wide[y + 1][x]) / 3;
        #pragma omp parallel for
        for (int y = 2; y < H - 2; y++)
            for (int x = 0; x < W; x++)
                out[f][y][x] = tall[y][x] - (tall[y - 1][x] + tall[y + 1][x]) / 2;
    }
}

static float in[FRAMES][H][W], out[FRAMES][H][W];

int main(void)
{
    float sum = 0;

    for (int f = 0; f < FRAMES; f++)
        for (int i = 0; i < H; i++)
            for (int j = 0; j < W; j++)
                in[f][i][j] = (float)((i * 5 % 7) + (j * 3 % 4) + f);
    smooth(in, out);
    for (int f = 0; f < FRAMES; f++)
        for (int i = 0; i < H; i++)
            for (int j = 0; j < W; j++)
                sum = 0.5f * sum + out[f][i][j];
    printf("the checksum is %a\n", sum);
    return 0;
}
