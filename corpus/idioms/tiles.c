/*
 * Images of blocks: the 8x8 transform of JPEG and a convolution with pooling,
 * with temporaries as large as the image.
 *
 * Expected:
 *   shifted, rows   one block
 *   full, acc       one scalar
 *   act             two rows
 *   lum             two rows
 */
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 3
#endif
#define BS 8
#define WIDTH 12

static double basis[BS][BS];
static unsigned char pix[N * BS][2 * BS];
static int coeff[N][2][BS][BS];
static float image[2 * N][WIDTH], pooled[N][WIDTH / 2];

static void transform(void)
{
    double shifted[N][2][BS][BS], rows[N][2][BS][BS], full[N][2][BS][BS];

    for (int by = 0; by < N; by++)
        for (int bx = 0; bx < 2; bx++) {
            for (int i = 0; i < BS; i++)
                for (int j = 0; j < BS; j++)
                    shifted[by][bx][i][j] = pix[by * BS + i][bx * BS + j] - 128.0;
            for (int i = 0; i < BS; i++)
                for (int j = 0; j < BS; j++) {
                    rows[by][bx][i][j] = 0.0;
                    for (int k = 0; k < BS; k++)
                        rows[by][bx][i][j] += shifted[by][bx][i][k] * basis[j][k];
                }
            for (int i = 0; i < BS; i++)
                for (int j = 0; j < BS; j++) {
                    full[by][bx][i][j] = 0.0;
                    for (int k = 0; k < BS; k++)
                        full[by][bx][i][j] += rows[by][bx][k][j] * basis[i][k];
                    coeff[by][bx][i][j] = (int)lround(full[by][bx][i][j] / (1.0 + i + j));
                }
        }
}

static void pool(void)
{
    float acc[2 * N][WIDTH], act[2 * N][WIDTH];

    for (int y = 0; y < 2 * N; ++y) {
        for (int x = 0; x < WIDTH; ++x) {
            acc[y][x] = 0.25f;
            for (int k = -1; k <= 1; ++k)
                if (x + k >= 0 && x + k < WIDTH)
                    acc[y][x] += image[y][x + k] * (k + 2);
            act[y][x] = acc[y][x] > 0 ? acc[y][x] : 0.01f * acc[y][x];
        }
        if (y % 2 == 1)
            for (int x = 0; x < WIDTH / 2; ++x)
                pooled[y / 2][x] += act[y - 1][2 * x] + act[y - 1][2 * x + 1]
                                    + act[y][2 * x] + act[y][2 * x + 1];
    }
}

static void quads(void)
{
    int lum[2 * N][WIDTH];

    for (int y = 0; y < 2 * N; y += 2) {
        for (int x = 0; x < WIDTH; x += 2) {
            lum[y][x] = pix[y][x];
            lum[y][x + 1] = pix[y][x + 1] * 2;
            lum[y + 1][x] = pix[y + 1][x] * 3;
            lum[y + 1][x + 1] = pix[y + 1][x + 1];
        }
        for (int x = 0; x < WIDTH / 2; x++)
            pooled[y / 2][x] += lum[y][2 * x] + lum[y][2 * x + 1] + lum[y + 1][2 * x] + lum[y + 1][2 * x + 1];
    }
}

int main(void)
{
    for (int i = 0; i < BS; i++)
        for (int j = 0; j < BS; j++)
            basis[i][j] = ((2 * j + 1) * i % 32 - 15.5) / 32.0;
    for (int y = 0; y < N * BS; y++)
        for (int x = 0; x < 2 * BS; x++)
            pix[y][x] = (unsigned char)((x * x + y * 5 + x * y) % 256);
    for (int y = 0; y < 2 * N; y++)
        for (int x = 0; x < WIDTH; x++)
            image[y][x] = (float)((x * 13 + y * 7) % 11 - 5);
    transform();
    pool();
    quads();
    for (int y = 0; y < N; y++)
        for (int x = 0; x < WIDTH / 2; x++)
            printf("%a\n", pooled[y][x]);
    for (int by = 0; by < N; by++)
        for (int i = 0; i < BS; i++)
            for (int j = 0; j < BS; j++)
                printf("%d %d\n", coeff[by][0][i][j], coeff[by][1][i][j]);
    return 0;
}
