/*
 * Lattice-Boltzmann D2Q9 in pull form, time-expanded.
 *
 * Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for
 * Arrays", Section 4, Figure 6. As in the paper's analysis the nine
 * distributions of a cell are collapsed into one value, which leaves the nine
 * dependences (1, di, dj). The paper prints no loop; this one visits the cells
 * in the order (t, i, j). Cells of the rim only relax towards their own value.
 *
 * Expected:
 *   f   2*N*M by t % 2; (N+2)*M by (i - 2t) % (N+2); about N*M + M + 1 possible
 */
#include <stdio.h>

#ifndef T
#define T 6
#endif
#ifndef N
#define N 9
#endif
#ifndef M
#define M 8
#endif

static void kernel(double start[N][M], double finish[N][M])
{
    static double f[T][N][M];
    int t, i, j;

#pragma scop
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            f[0][i][j] = start[i][j];

    for (t = 1; t < T; t++) {
        for (j = 0; j < M; j++)
            f[t][0][j] = 0.9873 * f[t - 1][0][j] + 0.0119;
        for (i = 1; i < N - 1; i++) {
            f[t][i][0] = 0.9817 * f[t - 1][i][0] + 0.0173;
            for (j = 1; j < M - 1; j++)
                f[t][i][j] = 0.4379 * f[t - 1][i][j]          /* at rest */
                           + 0.1163 * f[t - 1][i - 1][j]      /* from north */
                           + 0.1087 * f[t - 1][i + 1][j]      /* from south */
                           + 0.1129 * f[t - 1][i][j - 1]      /* from west */
                           + 0.1093 * f[t - 1][i][j + 1]      /* from east */
                           + 0.0283 * f[t - 1][i - 1][j - 1]
                           + 0.0271 * f[t - 1][i - 1][j + 1]
                           + 0.0293 * f[t - 1][i + 1][j - 1]
                           + 0.0269 * f[t - 1][i + 1][j + 1];
            f[t][i][M - 1] = 0.9839 * f[t - 1][i][M - 1] + 0.0157;
        }
        for (j = 0; j < M; j++)
            f[t][N - 1][j] = 0.9851 * f[t - 1][N - 1][j] + 0.0143;
    }

    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            finish[i][j] = f[T - 1][i][j];
#pragma endscop
}

static unsigned long long lcg = 9;

static double next(void)
{
    lcg = lcg * 6364136223846793005ULL + 1442695040888963407ULL;
    return 0.5 + (double)(lcg >> 40) / 16777216.0;
}

int main(void)
{
    static double start[N][M], finish[N][M];
    double checksum = 0.0;
    int i, j;

    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            start[i][j] = next();

    kernel(start, finish);

    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            checksum = 0.995 * checksum + finish[i][j];
    printf("checksum %a\n", checksum);
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            printf("%a\n", finish[i][j]);
    return 0;
}
