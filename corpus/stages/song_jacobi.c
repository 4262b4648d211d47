/*
 * Jacobi steps on a square, without a convergence test: average, copy back.
 * In the table of Song, Wang and Li: Jacobi (two nests of two levels).
 *
 * Expected: one loop over the rows inside the steps; b keeps 2 rows.
 */
#include <stdio.h>

#ifndef N
#define N 30
#endif
#ifndef STEPS
#define STEPS 4
#endif

static double a[N][N];

static void kernel(void)
{
    double b[N][N];

    for (int t = 0; t < STEPS; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                a[i][j] = b[i][j];
    }
}

int main(void)
{
    double checksum = 0.0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 13 + j * 7) % 17 / 16.0;
    kernel();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            checksum = 0.995 * checksum + a[i][j];
    printf("checksum %a\n", checksum);
    return 0;
}
