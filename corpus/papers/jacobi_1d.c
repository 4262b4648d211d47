/*
 * 5-point Jacobi in one dimension, one array row per time step.
 *
 * Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for
 * Arrays", conclusions: the time-expanded stencil for which they report n+3
 * cells. No listing is printed. Beyond the two ends there are fixed values here.
 *
 * Expected:
 *   A   2 rows, A[t % 2][i]: 2n cells; n+2 possible along i - 2t
 */
#include <stdio.h>

#ifndef T
#define T 7
#endif
#ifndef N
#define N 13
#endif

static void kernel(int steps, int n, const double in[n], double out[n])
{
    double A[steps][n];

    for (int i = 0; i < n; i += 1)
        A[0][i] = in[i];

    for (int t = 1; t < steps; t += 1)
        for (int i = 0; i < n; i += 1)
            A[t][i] = 0.1913 * (i >= 2 ? A[t - 1][i - 2] : 0.83)
                    + 0.2057 * (i >= 1 ? A[t - 1][i - 1] : 1.17)
                    + 0.2139 * A[t - 1][i]
                    + 0.1991 * (i < n - 1 ? A[t - 1][i + 1] : 0.79)
                    + 0.1877 * (i < n - 2 ? A[t - 1][i + 2] : 1.29);

    for (int i = 0; i < n; i += 1)
        out[i] = A[steps - 1][i];
}

static unsigned int rng = 101u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

int main(void)
{
    double in[N], out[N], checksum = 0.0;

    for (int i = 0; i < N; i += 1)
        in[i] = value();

    kernel(T, N, in, out);

    for (int i = 0; i < N; i += 1)
        checksum = 0.99 * checksum + out[i];
    printf("checksum %a\n", checksum);
    for (int i = 0; i < N; i += 1)
        printf("%d %a\n", i, out[i]);
    return 0;
}
