/*
 * Electric and magnetic fields of a plane, updated in turn; one row is driven from outside.
 *
 * Expected: tiles of t, i + t and j + t; the driven row has a test of its own, outside of its loop.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 12 /* rows */
#endif
#ifndef M
#define M 15 /* columns */
#endif
#ifndef T
#define T 9 /* steps */
#endif

static void kernel(int steps, int rows, int columns, double ex[rows][columns],
                   double ey[rows][columns], double hz[rows][columns], const double *restrict drive)
{
    for (int t = 0; t < steps; t++) {
        for (int j = 0; j < columns; j++)
            ey[0][j] = drive[t];
        for (int i = 1; i < rows; i++)
            for (int j = 0; j < columns; j++)
                ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
        for (int i = 0; i < rows; i++)
            for (int j = 1; j < columns; j++)
                ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
        for (int i = 0; i < rows - 1; i++)
            for (int j = 0; j < columns - 1; j++)
                hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
}

static unsigned int rng = 13u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

int main(void)
{
    static double ex[N][M], ey[N][M], hz[N][M], drive[T];
    double sum = 0.0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            ex[i][j] = value();
            ey[i][j] = value();
            hz[i][j] = value();
        }
    for (int t = 0; t < T; t++)
        drive[t] = value();
    kernel(T, N, M, ex, ey, hz, drive);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum = 0.99 * sum + ex[i][j] + 2 * ey[i][j] + 3 * hz[i][j];
    printf("%a\n", sum);
    for (int i = 0; i < N && i < 40; i++)
        printf("%a\n", hz[i][0]);
    return 0;
}
