/*
 * Durbin's recurrence for a Toeplitz system, fully expanded.
 *
 * Alias, Baray, Darte: "Bee+Cl@k: An Implementation of Lattice-Based Array
 * Contraction in the Source-to-Source Translator ROSE" (LCTES 2007), the
 * running example (Figure 2).
 *
 * The figure did not survive in the text we have. The code was rebuilt from
 * the instances, first writes and last reads that the paper lists for S1..S5.
 *
 * Expected:
 *   alpha, beta, sum   one scalar each (sum needs to look across two loops)
 *   y                  2N cells suffice, y[..][k % 2]; 2N - 3 is possible
 */
#include <stdio.h>

#ifndef N
#define N 12
#endif

static void kernel(const double r[N], double out[N])
{
    int i, k;
    double alpha[N];
    double beta[N];
    double sum[N][N];
    double y[N][N];

#pragma scop
    y[0][0] = r[0];
    beta[0] = 1.0;
    alpha[0] = r[0];

    for (k = 1; k <= N - 1; k++) {
        beta[k] = beta[k - 1] - alpha[k - 1] * alpha[k - 1] * beta[k - 1];
        sum[0][k] = r[k];
        for (i = 0; i <= k - 1; i++)
            sum[i + 1][k] = sum[i][k] + r[k - i - 1] * y[i][k - 1];
        alpha[k] = -sum[k][k] * beta[k];
        for (i = 0; i <= k - 1; i++)
            y[i][k] = y[i][k - 1] + alpha[k] * y[k - i - 1][k - 1];
        y[k][k] = alpha[k];
    }

    for (i = 0; i <= N - 1; i++)
        out[i] = y[i][N - 1];
#pragma endscop
}

static unsigned long long lcg = 2007;

static double next(void)
{
    lcg = lcg * 6364136223846793005ULL + 1442695040888963407ULL;
    return 0.5 + (double)(lcg >> 40) / 16777216.0;
}

int main(void)
{
    static double r[N];
    static double out[N];
    double checksum = 0.0;
    int i;

    /* small coefficients of both signs keep the recurrence well conditioned */
    for (i = 0; i < N; i++)
        r[i] = (i % 3 == 1 ? -0.31 : 0.27) * next() / (1.0 + 0.4 * i);

    kernel(r, out);

    for (i = 0; i < N; i++)
        checksum = 0.993 * checksum + out[i];
    printf("checksum %a\n", checksum);
    for (i = 0; i < N; i++)
        printf("out[%d] %a\n", i, out[i]);
    return 0;
}
