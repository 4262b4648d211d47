/*
 * Lattice-Boltzmann D3Q19 in pull form, time-expanded: lbm_d2q9.c in three
 * dimensions.
 *
 * Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for
 * Arrays", Section 5, Tables I and II. As there the distributions of a cell are
 * collapsed into one value; the paper prints no loop. Cells of the rim only relax
 * towards their own value.
 *
 * Expected:
 *   f   two grids by t % 2; N + 2T - 2 planes by i - 2t if that is less; one grid and two planes by (i - 2t) % (N + 2)
 */
#include <stdio.h>

#ifndef T
#define T 4
#endif
#ifndef N
#define N 5
#endif

static void kernel(double start[N][N][N], double finish[N][N][N])
{
    static double f[T][N][N][N];
    int t, i, j, k;

    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++)
                f[0][i][j][k] = start[i][j][k];

    for (t = 1; t < T; t++) {
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++)
                f[t][0][j][k] = 0.9873 * f[t - 1][0][j][k] + 0.0119;
        for (i = 1; i < N - 1; i++) {
            for (k = 0; k < N; k++)
                f[t][i][0][k] = 0.9817 * f[t - 1][i][0][k] + 0.0173;
            for (j = 1; j < N - 1; j++) {
                f[t][i][j][0] = 0.9839 * f[t - 1][i][j][0] + 0.0157;
                for (k = 1; k < N - 1; k++)
                    f[t][i][j][k] = 0.3100 * f[t - 1][i][j][k]
                                  + 0.0581 * f[t - 1][i][j][k - 1]
                                  + 0.0582 * f[t - 1][i][j][k + 1]
                                  + 0.0583 * f[t - 1][i][j - 1][k]
                                  + 0.0194 * f[t - 1][i][j - 1][k - 1]
                                  + 0.0195 * f[t - 1][i][j - 1][k + 1]
                                  + 0.0586 * f[t - 1][i][j + 1][k]
                                  + 0.0197 * f[t - 1][i][j + 1][k - 1]
                                  + 0.0198 * f[t - 1][i][j + 1][k + 1]
                                  + 0.0589 * f[t - 1][i - 1][j][k]
                                  + 0.0200 * f[t - 1][i - 1][j][k - 1]
                                  + 0.0201 * f[t - 1][i - 1][j][k + 1]
                                  + 0.0202 * f[t - 1][i - 1][j - 1][k]
                                  + 0.0203 * f[t - 1][i - 1][j + 1][k]
                                  + 0.0594 * f[t - 1][i + 1][j][k]
                                  + 0.0205 * f[t - 1][i + 1][j][k - 1]
                                  + 0.0206 * f[t - 1][i + 1][j][k + 1]
                                  + 0.0207 * f[t - 1][i + 1][j - 1][k]
                                  + 0.0208 * f[t - 1][i + 1][j + 1][k];
                f[t][i][j][N - 1] = 0.9841 * f[t - 1][i][j][N - 1] + 0.0153;
            }
            for (k = 0; k < N; k++)
                f[t][i][N - 1][k] = 0.9843 * f[t - 1][i][N - 1][k] + 0.0151;
        }
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++)
                f[t][N - 1][j][k] = 0.9851 * f[t - 1][N - 1][j][k] + 0.0143;
    }

    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++)
                finish[i][j][k] = f[T - 1][i][j][k];
}

static unsigned long long lcg = 19;

static double next(void)
{
    lcg = lcg * 6364136223846793005ULL + 1442695040888963407ULL;
    return 0.5 + (double)(lcg >> 40) / 16777216.0;
}

int main(void)
{
    static double start[N][N][N], finish[N][N][N];
    double checksum = 0.0;
    int i, j, k;

    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++)
                start[i][j][k] = next();

    kernel(start, finish);

    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++)
                checksum = 0.995 * checksum + finish[i][j][k];
    printf("checksum %a\n", checksum);
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++)
                printf("%a\n", finish[i][j][k]);
    return 0;
}
