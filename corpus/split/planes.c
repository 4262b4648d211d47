/*
 * Jacobi on a plate, all time steps in one static array. The result is the
 * distance to the start.
 *
 * Expected:
 *   u   2 planes of N x N, and a copy of plane 0
 */
#include <stdio.h>

#ifndef N
#define N 10
#endif
#ifndef T
#define T 6
#endif

static double distance(const double a[N][N])
{
    static double u[T + 1][N][N];
    double s = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            u[0][i][j] = a[i][j];
    for (int t = 1; t <= T; t++) {
        for (int i = 0; i < N; i++) {
            u[t][i][0] = u[t - 1][i][0];
            u[t][i][N - 1] = u[t - 1][i][N - 1];
        }
        for (int j = 1; j < N - 1; j++) {
            u[t][0][j] = u[t - 1][0][j];
            u[t][N - 1][j] = u[t - 1][N - 1][j];
        }
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                u[t][i][j] = 0.25 * (u[t - 1][i - 1][j] + u[t - 1][i + 1][j] +
                                     u[t - 1][i][j - 1] + u[t - 1][i][j + 1]);
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += (u[T][i][j] - u[0][i][j]) * (i + j);
    return s;
}

int main(void)
{
    static double a[N][N];

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i * j % 17;
    printf("%a\n", distance(a));
    return 0;
}
