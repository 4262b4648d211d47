/*
 * An image sharpened, in the C of 1989: counters and a sum that all loops share, bounds with `<=`
 * and `!=`.
 *
 * Expected: one loop; bx 3 rows, soft 1 row.
 */
#include <stdio.h>

#ifndef H
#define H 13
#endif
#ifndef W
#define W 17
#endif
_Static_assert(H >= 2, "`i != H - 1` ends");

static float in[H][W], out[H][W];

static void sharpen(float img[H][W], float res[H][W])
{
    static float bx[H][W], soft[H][W];
    int i, j, k;
    float acc;

    for (i = 0; i <= H - 1; i++)
        for (j = 1; j < W - 1; j++) {
            acc = 0;
            for (k = -1; k <= 1; k++)
                acc += img[i][j + k];
            bx[i][j] = acc / 3;
        }

    /* down the columns */
    for (i = 1; i != H - 1; i++)
        for (j = 1; j < W - 1; j++) {
            acc = 0;
            for (k = -1; k <= 1; k++)
                acc += bx[i + k][j];
            soft[i][j] = acc / 3;
        }

    for (i = 1; i < H - 1; i++)
        for (j = 1; j < W - 1; j++)
            res[i][j] = 2 * img[i][j] - soft[i][j];
}

int main(void)
{
    int i, j;
    float sum = 0;

    for (i = 0; i < H; i++)
        for (j = 0; j < W; j++)
            in[i][j] = (float)(i * 7 % 5) + (float)(j * 3 % 7);
    sharpen(in, out);
    for (i = 0; i < H; i++)
        for (j = 0; j < W; j++)
            sum = 0.5f * sum + out[i][j];
    printf("the checksum is %a\n", sum);
    return 0;
}
