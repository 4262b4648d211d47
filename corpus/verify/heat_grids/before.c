/*
 * Heat in two dimensions with a grid per step. The borders have loops of their
 * own.
 */
#include <stdio.h>

#ifndef N
#define N 7 /* rows and columns */
#endif
#ifndef T
#define T 4 /* steps */
#endif

static double u[T + 1][N][N];

static void heat(double start[N][N], double result[N][N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            u[0][i][j] = start[i][j];
    for (int t = 0; t < T; t++) {
        for (int i = 0; i < N; i++) {
            u[t + 1][i][0] = u[t][i][0];
            u[t + 1][i][N - 1] = u[t][i][N - 1];
        }
        for (int j = 1; j < N - 1; j++) {
            u[t + 1][0][j] = u[t][0][j];
            u[t + 1][N - 1][j] = u[t][N - 1][j];
        }
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                u[t + 1][i][j] = u[t][i][j] + 0.1 * (u[t][i - 1][j] + u[t][i + 1][j] + u[t][i][j - 1]
                                                     + u[t][i][j + 1] - 4 * u[t][i][j]);
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            result[i][j] = u[T][i][j];
}

static double start[N][N];
static double result[N][N];

int main(void)
{
    unsigned seed = 11;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            seed = seed * 1664525u + 1013904223u;
            start[i][j] = (seed >> 8) / 65536.0;
        }

    heat(start, result);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%a\n", result[i][j]);
    return 0;
}
