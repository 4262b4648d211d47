/*
 * A document as black and white: a stage has a static buffer, messages tell what is done.
 *
 * Expected:
 *   grey    3 rows
 *   rows    5 rows
 *   mean    one row or less
 */
#include <stdio.h>

#ifndef H
#define H 13 /* rows */
#endif
#ifndef W
#define W 15 /* columns */
#endif

static void luminance(unsigned char rgb[H][W][3], float out[H][W])
{
    static const float weight[3] = { 0.299f, 0.587f, 0.114f };

    for (int r = 0; r < H; r++)
        for (int c = 0; c < W; c++)
            out[r][c] = weight[0] * rgb[r][c][0] + weight[1] * rgb[r][c][1] + weight[2] * rgb[r][c][2];
}

static void local_mean(float in[H][W], float out[H][W])
{
    static float rows[H][W];

    for (int r = 0; r < H; r++)
        for (int c = 2; c < W - 2; c++) {
            float s = 0;
            for (int k = -2; k <= 2; k++)
                s += in[r][c + k];
            rows[r][c] = s;
        }
    for (int r = 2; r < H - 2; r++)
        for (int c = 2; c < W - 2; c++) {
            float s = 0;
            for (int k = -2; k <= 2; k++)
                s += rows[r + k][c];
            out[r][c] = s / 25;
        }
}

static void binarise(float in[H][W], float mean[H][W], unsigned char out[H][W])
{
    for (int r = 2; r < H - 2; r++)
        for (int c = 2; c < W - 2; c++)
            out[r][c] = in[r][c] < mean[r][c] - 5 ? 0 : 255;
}

void document(unsigned char rgb[H][W][3], unsigned char out[H][W])
{
    static float grey[H][W], mean[H][W];

    printf("luminance\n");
    luminance(rgb, grey);
    printf("mean\n");
    local_mean(grey, mean);
    printf("threshold\n");
    binarise(grey, mean, out);
}

int main(void)
{
    static unsigned char rgb[H][W][3], out[H][W];
    long sum = 0;

    for (int r = 0; r < H; r++)
        for (int c = 0; c < W; c++)
            for (int k = 0; k < 3; k++)
                rgb[r][c][k] = (unsigned char)(r * 5 + c * 3 + k * 7);
    document(rgb, out);
    for (int r = 0; r < H; r++)
        for (int c = 0; c < W; c++)
            sum += out[r][c] * (c % 5 + 1);
    printf("the checksum is %ld\n", sum);
    return 0;
}
