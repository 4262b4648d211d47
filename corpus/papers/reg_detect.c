/*
 * Regularity detection for robot vision.
 *
 * Alias, Baray, Darte: "Bee+Cl@k: An Implementation of Lattice-Based Array
 * Contraction in the Source-to-Source Translator ROSE" (LCTES 2007), Figure 4,
 * kernel reg_detect. Their sum_t and sum_d are called sum_tang and sum_diff.
 *
 * Repaired: tangent is printed with M = 5 elements but read up to index
 * N*N - 1 (35 for N = 6), so it has N*N here and M is gone. Our text of the
 * figure has diff[i][i][k] in one place; diff[j][i][k] is what the rest needs.
 * Changed: diff gets a weight per k and the sum over k forgets a little, in
 * double instead of int. As printed all k hold equal values, and a wrong fold of
 * k could not be seen. P is 7 instead of 64.
 *
 * Expected:
 *   sum_diff               one scalar
 *   sum_tang, mean, diff   triangles (times P), all alive at once: no canonical
 *                          fold; about 3/4 of the box by a skewed lattice
 */
#include <stdio.h>

#ifndef N
#define N 9
#endif
#ifndef P
#define P 7
#endif

static void kernel(const double tangent[N * N], const double weight[P], double path[N][N])
{
    int i, j, k;
    double sum_tang[N][N], mean[N][N];
    static double diff[N][N][P];
    static double sum_diff[N][N][P];

#pragma scop
    for (j = 0; j <= N - 1; j++)
    {
        sum_tang[j][j] = tangent[(N + 1) * j];
        for (i = j + 1; i <= N - 1; i++)
            sum_tang[j][i] = sum_tang[j][i - 1] + tangent[i + N * j];
    }

    for (j = 0; j <= N - 1; j++)
        for (i = j; i <= N - 1; i++)
            for (k = 0; k <= P - 1; k++)
                diff[j][i][k] = sum_tang[j][i] * weight[k];

    for (j = 0; j <= N - 1; j++)
        for (i = j; i <= N - 1; i++)
        {
            sum_diff[j][i][0] = diff[j][i][0];
            for (k = 1; k <= P - 1; k++)
                sum_diff[j][i][k] = 0.93 * sum_diff[j][i][k - 1] + diff[j][i][k];
            mean[j][i] = sum_diff[j][i][P - 1];
        }

    for (j = 0; j <= N - 1; j++)
        for (i = j; i <= N - 1; i++)
            if (j > 0)
                path[j][i] = path[j - 1][i - 1] + mean[j][i];
            else
                path[j][i] = mean[j][i];
#pragma endscop
}

static unsigned long long seed = 6;

static double draw(void)
{
    seed = (seed * 25214903917ULL + 11ULL) & 0xffffffffffffULL;
    return 0.5 + (double)seed / 281474976710656.0;
}

int main(void)
{
    static double tangent[N * N], weight[P], path[N][N];
    double checksum = 0.0;
    int i, j;

    for (i = 0; i < N * N; i++)
        tangent[i] = draw();
    for (i = 0; i < P; i++)
        weight[i] = draw();
    for (j = 0; j < N; j++)
        for (i = 0; i < N; i++)
            path[j][i] = -1.0;

    kernel(tangent, weight, path);

    for (j = 0; j < N; j++)
        for (i = 0; i < N; i++)
            checksum = 0.99 * checksum + path[j][i];
    printf("checksum %a\n", checksum);
    for (j = 0; j < N; j++)
        for (i = 0; i < N; i++)
            printf("path[%d][%d] %a\n", j, i, path[j][i]);
    return 0;
}
