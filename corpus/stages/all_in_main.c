/*
 * Everything in `main`: an image is made, three loops work on it, a sum is printed.
 *
 * Expected:
 *   in       2 rows
 *   blurx    3 rows
 *   blury    one row or less
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 13 /* rows */
#endif
#ifndef W
#define W 15 /* columns */
#endif

int main(int argc, char **argv)
{
    static float in[H][W], blurx[H][W], blury[H][W], out[H][W];
    int i, j;
    float amount = argc > 1 ? (float)atof(argv[1]) : 1.0f;

    for (i = 0; i < H; i++)
        for (j = 0; j < W; j++)
            in[i][j] = (float)((i * 37 + j * 11) % 64);

    /* horizontal */
    for (i = 0; i < H; i++)
        for (j = 1; j < W - 1; j++)
            blurx[i][j] = (in[i][j - 1] + in[i][j] + in[i][j + 1]) / 3;

    /* vertical */
    for (i = 1; i < H - 1; i++)
        for (j = 1; j < W - 1; j++)
            blury[i][j] = (blurx[i - 1][j] + blurx[i][j] + blurx[i + 1][j]) / 3;

    /* sharpen */
    for (i = 1; i < H - 1; i++)
        for (j = 1; j < W - 1; j++)
            out[i][j] = in[i][j] + amount * (in[i][j] - blury[i][j]);

    double sum = 0;
    for (i = 1; i < H - 1; i++)
        for (j = 1; j < W - 1; j++)
            sum += out[i][j];
    printf("the checksum is %f\n", sum);
    return 0;
}
