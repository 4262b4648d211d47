/* verify: proved
 * Two grids, chosen by the parity of the step.
 */
#include <stdio.h>

#ifndef N
#define N 7 /* rows and columns */
#endif
#ifndef T
#define T 4 /* steps */
#endif

static double u[2][N][N];

static void heat(double start[N][N], double result[N][N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            u[0][i][j] = start[i][j];
    for (int t = 0; t < T; t++) {
        const int now = t % 2, next = 1 - now;

        for (int i = 0; i < N; i++) {
            u[next][i][0] = u[now][i][0];
            u[next][i][N - 1] = u[now][i][N - 1];
        }
        for (int j = 1; j < N - 1; j++) {
            u[next][0][j] = u[now][0][j];
            u[next][N - 1][j] = u[now][N - 1][j];
        }
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                u[next][i][j] = u[now][i][j] + 0.1 * (u[now][i - 1][j] + u[now][i + 1][j]
                                + u[now][i][j - 1] + u[now][i][j + 1] - 4 * u[now][i][j]);
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            result[i][j] = u[T % 2][i][j];
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
