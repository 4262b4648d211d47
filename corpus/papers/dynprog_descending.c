/*
 * Toy dynamic programming over intervals, i descending: the true recurrence.
 *
 * After Alias, Baray, Darte: "Bee+Cl@k: An Implementation of Lattice-Based Array
 * Contraction in the Source-to-Source Translator ROSE" (LCTES 2007), Figure 4,
 * kernel dynprog.
 *
 * Repaired: the printed i loop goes up, which reads c[k][j], k > i, before it
 * is computed. Here i goes down, so each interval uses shorter ones that are
 * already done and the upper triangle of c no longer depends on its old values.
 * The sum is weighted and starts above 0, so that order and a lost start show.
 *
 * Expected:
 *   sum_c   one scalar instead of N*N*N
 */
#include <stdio.h>

#ifndef N
#define N 10
#endif

static void kernel(double W[N][N], double c[N][N], double *out)
{
    static double sum_c[N][N][N];

    for (int i = N - 2; i >= 0; i--) {
        for (int j = i + 1; j < N; ++j) {
            sum_c[i][j][i] = 0.017;
            // k splits the interval (i, j)
            for (int k = i + 1; k < j; ++k)
                sum_c[i][j][k] = sum_c[i][j][k - 1] + 0.37 * c[i][k] + 0.29 * c[k][j];
            c[i][j] = sum_c[i][j][j - 1] + W[i][j];
        }
    }
    out[0] = c[0][N - 1];
}

static unsigned int state = 977u;

static double uniform(void)
{
    state = (state * 1103515245u + 12345u) & 0x7fffffffu;
    return 0.5 + state / 2147483648.0;
}

int main(void)
{
    static double W[N][N], c[N][N];
    double out, checksum = 0.0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            W[i][j] = uniform();
            c[i][j] = uniform() * 0.83;
        }

    kernel(W, c, &out);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            checksum = 0.997 * checksum + c[i][j];
    printf("checksum %a\nout %a\n", checksum, out);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%a\n", c[i][j]);
    return 0;
}
