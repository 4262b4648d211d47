/*
 * Two convolutions over planes of channels, one image after the other.
 *
 * Expected:
 *   hidden   three rows of all channels: the loops over channels change places with those over rows
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9 /* rows */
#endif
#ifndef W
#define W 8 /* columns */
#endif
enum { IMAGES = 2, COLOURS = 3, HIDDEN = 6, CLASSES = 4 };

static int layers(int n, int h, int w, const float image[n][COLOURS][h][w],
                  const float w1[HIDDEN][COLOURS][3][3], const float w2[CLASSES][HIDDEN][3][3],
                  float scores[n][CLASSES][h][w])
{
    for (int b = 0; b < n; b++) {
        float (*hidden)[h][w] = malloc(sizeof(float[HIDDEN][h][w]));
        if (!hidden)
            return -1;
        for (int o = 0; o < HIDDEN; o++)
            for (int i = 1; i < h - 1; i++)
                for (int j = 1; j < w - 1; j++) {
                    float sum = 0;
                    for (int c = 0; c < COLOURS; c++)
                        for (int p = 0; p < 3; p++)
                            for (int q = 0; q < 3; q++)
                                sum += w1[o][c][p][q] * image[b][c][i + p - 1][j + q - 1];
                    hidden[o][i][j] = sum > 0 ? sum : 0;
                }
        for (int o = 0; o < CLASSES; o++)
            for (int i = 2; i < h - 2; i++)
                for (int j = 2; j < w - 2; j++) {
                    float sum = 0;
                    for (int c = 0; c < HIDDEN; c++)
                        for (int p = 0; p < 3; p++)
                            for (int q = 0; q < 3; q++)
                                sum += w2[o][c][p][q] * hidden[c][i + p - 1][j + q - 1];
                    scores[b][o][i][j] = sum;
                }
        free(hidden);
    }
    return 0;
}

static float image[IMAGES][COLOURS][H][W], scores[IMAGES][CLASSES][H][W];
static float w1[HIDDEN][COLOURS][3][3], w2[CLASSES][HIDDEN][3][3];

static void fill(float *a, size_t count, int step)
{
    for (size_t i = 0; i < count; i++)
        a[i] = (float)((int)(i * (size_t)step % 29) - 14) / 16;
}

int main(void)
{
    double sum = 0;

    fill(&image[0][0][0][0], sizeof image / sizeof(float), 7);
    fill(&w1[0][0][0][0], sizeof w1 / sizeof(float), 11);
    fill(&w2[0][0][0][0], sizeof w2 / sizeof(float), 13);
    if (layers(IMAGES, H, W, image, w1, w2, scores))
        return 1;
    for (int b = 0; b < IMAGES; b++)
        for (int o = 0; o < CLASSES; o++)
            for (int i = 0; i < H; i++)
                for (int j = 0; j < W; j++)
                    sum = 0.875 * sum + scores[b][o][i][j];
    printf("checksum %.9f\n", sum);
    return 0;
}
