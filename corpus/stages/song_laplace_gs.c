/*
 * Laplace's equation by Gauss and Seidel's method: the residual is kept as an
 * array of its own, then relaxed in place, then measured. The shape of laplace-gs in the
 * table of Song, Wang and Li (three nests of two levels); the original of Rice is
 * not public.
 *
 * Expected: one loop inside the cycles; rhs and old keep rows.
 */
#include <stdio.h>

#ifndef N
#define N 30
#endif
#ifndef CYCLES
#define CYCLES 4
#endif

static double u[N][N], charge[N][N];

static double kernel(void)
{
    double old[N][N], rhs[N][N], total = 0.0;

    for (int cycle = 0; cycle < CYCLES; cycle++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++) {
                old[i][j] = u[i][j];
                rhs[i][j] = u[i][j + 1] + u[i + 1][j] - charge[i][j];
            }
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                u[i][j] = 0.25 * (u[i - 1][j] + u[i][j - 1] + rhs[i][j]);
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                if (u[i][j] > old[i][j])
                    total += u[i][j] - old[i][j];
                else
                    total += old[i][j] - u[i][j];
    }
    return total;
}

int main(void)
{
    double checksum;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            u[i][j] = (i * 13 + j * 7) % 17 / 16.0;
            charge[i][j] = (i * 3 + j * 5) % 23 / 64.0;
        }
    checksum = kernel();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            checksum = 0.995 * checksum + u[i][j];
    printf("checksum %a\n", checksum);
    return 0;
}
