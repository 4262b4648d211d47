/*
 * Toy dynamic programming over intervals, i ascending as printed.
 *
 * Alias, Baray, Darte: "Bee+Cl@k: An Implementation of Lattice-Based Array
 * Contraction in the Source-to-Source Translator ROSE" (LCTES 2007), Figure 4,
 * kernel dynprog.
 *
 * Left as printed on purpose: with i going up, c[k][j] (k > i) is read before
 * this nest writes it, so those reads see the caller's values and c is live-in.
 * dynprog_descending.c is the true recurrence. Here c is a parameter, both input
 * and output. The right-hand sides carry weights and the sum starts above 0, so
 * that order and a lost start show.
 *
 * Expected:
 *   sum_c   one scalar instead of N*N*N
 */
#include <stdio.h>

#ifndef N
#define N 11
#endif

static void kernel(double W[N][N], double c[N][N], double out[1])
{
    int i, j, k;
    static double sum_c[N][N][N];

#pragma scop
    for (i = 0; i <= N - 2; i++)
        for (j = i + 1; j <= N - 1; j++) {
            sum_c[i][j][i] = 0.017;
            for (k = i + 1; k <= j - 1; k++)
                sum_c[i][j][k] = sum_c[i][j][k - 1] + 0.37 * c[i][k] + 0.29 * c[k][j];
            c[i][j] = sum_c[i][j][j - 1] + W[i][j];
        }
    out[0] = c[0][N - 1];
#pragma endscop
}

static unsigned int state = 41u;

static double uniform(void)
{
    state = (state * 1103515245u + 12345u) & 0x7fffffffu;
    return 0.5 + state / 2147483648.0;
}

static double W[N][N], c[N][N];

int main(void)
{
    double out[1] = { 0.0 };
    double checksum = 0.0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            W[i][j] = uniform();
            c[i][j] = uniform() * 0.83;
        }

    kernel(W, c, out);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            checksum = 0.997 * checksum + c[i][j];
    printf("checksum %a\n", checksum);
    printf("out %a\n", out[0]);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%a\n", c[i][j]);
    return 0;
}
