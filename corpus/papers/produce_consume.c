/*
 * A square is produced row by row; its last row and last column are consumed.
 *
 * Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for
 * Arrays", Section 3.1, Figure 2.
 *
 * Repaired: the printed t loop increments i. Row 0 and column 0 of A are
 * read but nobody produces them; they come from two parameters here, so that A
 * holds exactly the N*N produced elements and the conflicts are the paper's.
 * The sums carry weights, otherwise they would grow like binomials.
 *
 * Expected:
 *   A   N*N by a modulo per dimension, 2N-1 cells along i - t
 */
#include <stdio.h>

#ifndef N
#define N 9
#endif

static void kernel(const double top[N + 1], const double left[N + 1], double result[1])
{
    int t, i;
    double A[N + 1][N + 1];

    // the producer loop
    for (t = 1; t <= N; t++)
        for (i = 1; i <= N; i++)
            A[t][i] = 0.53 * (i > 1 ? A[t][i - 1] : left[t]) + 0.48 * (t > 1 ? A[t - 1][i] : top[i]);

    // the consumer loop
    for (i = 1; i <= N; i++)
        result[0] = 0.991 * result[0] + A[i][N] + 0.87 * A[N][i];
}

static unsigned int rng = 5u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

int main(void)
{
    double top[N + 1], left[N + 1], result[1] = { 0.125 };

    for (int i = 0; i <= N; i++)
        top[i] = value();
    for (int t = 0; t <= N; t++)
        left[t] = value();

    kernel(top, left, result);

    printf("result %a\n", result[0]);
    return 0;
}
