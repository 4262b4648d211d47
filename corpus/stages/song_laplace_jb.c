/*
 * Laplace's equation by Jacobi's method as an array language writes it: shifted
 * sums, the new value, its change, the copy. The shape of laplace-jb in the table of
 * Song, Wang and Li (four nests of two levels); the original of Rice is not public.
 *
 * Expected: one loop inside the cycles; sum and change keep rows, next 2 rows.
 */
#include <stdio.h>

#ifndef N
#define N 30
#endif
#ifndef CYCLES
#define CYCLES 4
#endif

static double u[N][N];

static double kernel(void)
{
    double sum[N][N], next[N][N], change[N][N], total = 0.0;

    for (int cycle = 0; cycle < CYCLES; cycle++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                sum[i][j] = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1];
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                next[i][j] = 0.25 * sum[i][j];
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                change[i][j] = next[i][j] - u[i][j];
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++) {
                u[i][j] = u[i][j] + change[i][j];
                total += change[i][j] * change[i][j];
            }
    }
    return total;
}

int main(void)
{
    double checksum;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            u[i][j] = (i * 13 + j * 7) % 17 / 16.0;
    checksum = kernel();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            checksum = 0.995 * checksum + u[i][j];
    printf("checksum %a\n", checksum);
    return 0;
}
