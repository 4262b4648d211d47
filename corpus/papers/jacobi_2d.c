/*
 * 5-point Jacobi in two dimensions, one plane per time step.
 *
 * The time-expanded stencil of the storage optimisation papers (Bhaskaracharya,
 * Bondhugula, Cohen; Darte, Isoard, Yuki: "Extended Lattice-Based Memory
 * Allocation"); no listing is printed. The rim keeps its first values: each step
 * copies them on, before the inside is updated.
 *
 * Expected:
 *   A   2 planes, A[t % 2][i][j]: 2*N*M cells
 */
#include <stdio.h>

#ifndef T
#define T 5
#endif
#ifndef N
#define N 9
#endif
#ifndef M
#define M 11
#endif

static double first[N][M]; /* in */
static double last[N][M];  /* out */

static void kernel(void)
{
    static double A[T][N][M];

#pragma scop
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            A[0][i][j] = first[i][j];

    for (int t = 1; t <= T - 1; t++) {
        for (int j = 0; j < M; j++) {
            A[t][0][j] = A[t - 1][0][j];
            A[t][N - 1][j] = A[t - 1][N - 1][j];
        }
        for (int i = 1; i <= N - 2; i++) {
            A[t][i][0] = A[t - 1][i][0];
            A[t][i][M - 1] = A[t - 1][i][M - 1];
        }
        for (int i = 1; i <= N - 2; i++)
            for (int j = 1; j <= M - 2; j++)
                A[t][i][j] = 0.2113 * A[t - 1][i][j]
                           + 0.1931 * A[t - 1][i - 1][j] + 0.2017 * A[t - 1][i + 1][j]
                           + 0.1879 * A[t - 1][i][j - 1] + 0.1987 * A[t - 1][i][j + 1];
    }

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            last[i][j] = A[T - 1][i][j];
#pragma endscop
}

static unsigned int rng = 303u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

int main(void)
{
    double checksum = 0.0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            first[i][j] = value();

    kernel();

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            checksum = 0.995 * checksum + last[i][j];
    printf("checksum %a\n", checksum);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            printf("%a\n", last[i][j]);
    return 0;
}
