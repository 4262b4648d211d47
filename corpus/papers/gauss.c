/*
 * Separable Gaussian blur of an image: down the columns, then along the rows.
 *
 * Alias, Baray, Darte: "Bee+Cl@k: An Implementation of Lattice-Based Array
 * Contraction in the Source-to-Source Translator ROSE" (LCTES 2007), Figure 4,
 * kernel gauss.
 *
 * Repaired: in_image[x+k] runs one row past the image (k goes up to T+1), it has
 * to be x+k-T; Gauss[k-T] starts at -1, it is Gauss[k-T+1] here, so that the
 * weights are 0, 1 and 2; the loop over tot is there twice in our text and has
 * no effect the second time, so it is here once. double instead of int, because
 * integer division by tot[3] would hide differences; the sums start just above 0
 * instead of at 0, so that a lost start shows.
 *
 * Expected:
 *   g_acc1, g_acc2   one scalar each
 *   g_tmp            (N-2)*M: everything written is alive between the two nests
 *   tot              one scalar: each element is read once more, by the next one,
 *                    and only tot[3] lives on
 */
#include <stdio.h>

#ifndef N
#define N 11
#endif
#ifndef M
#define M 13
#endif
#define T 1
#define TAPS 4 /* three partial sums and the zero they start from */

static void kernel(const double in_image[N][M], const double Gauss[TAPS], double gauss_image[N][M])
{
    int x, y, k;
    double tot[TAPS];
    double g_tmp[N][M];
    static double g_acc1[N][M][TAPS];
    static double g_acc2[N][M][TAPS];

    tot[0] = 0.007;
    for (k = T - 1; k <= 1 + T; k++)
        tot[k + 2 - T] = tot[k + 1 - T] + Gauss[k - T + 1];

    for (x = 1; x < N - 1; x++)
        for (y = 0; y < M; y++) {
            g_acc1[x][y][0] = 0.011;
            for (k = T - 1; k <= 1 + T; k++) {
                g_acc1[x][y][k + 2 - T] = g_acc1[x][y][k + 1 - T] + in_image[x + k - T][y] * Gauss[k - T + 1];
            }
            g_tmp[x][y] = g_acc1[x][y][3] / tot[3];
        }

    for (x = 1; x < N - 1; x++)
        for (y = 1; y < M - 1; y++) {
            g_acc2[x][y][0] = 0.019;
            for (k = T - 1; k <= 1 + T; k++) {
                g_acc2[x][y][k + 2 - T] = g_acc2[x][y][k + 1 - T] + g_tmp[x][y + k - T] * Gauss[k - T + 1];
            }
            gauss_image[x][y] = g_acc2[x][y][3] / tot[3];
        }
}

static unsigned long long bits = 50;

static double noise(void)
{
    bits = bits * 2862933555777941757ULL + 3037000493ULL;
    return 0.5 + (double)(bits >> 33) / 2147483648.0;
}

static double in_image[N][M], gauss_image[N][M];

int main(void)
{
    double Gauss[TAPS] = { 0.2731, 0.5107, 0.2363, 0.0 };
    double checksum = 0.0;

    for (int x = 0; x < N; x++)
        for (int y = 0; y < M; y++)
            in_image[x][y] = noise();

    kernel(in_image, Gauss, gauss_image);

    for (int x = 0; x < N; x++)
        for (int y = 0; y < M; y++)
            checksum = 0.997 * checksum + gauss_image[x][y];
    printf("checksum %a\n", checksum);
    for (int x = 1; x < N - 1; x++)
        for (int y = 1; y < M - 1; y++)
            printf("%a\n", gauss_image[x][y]);
    return 0;
}
