/* verify: refuted
 * The borders of the second grid are forgotten.
 */
#include <stdio.h>

#ifndef N
#define N 7 /* rows and columns */
#endif
#ifndef T
#define T 4 /* steps */
#endif

static void heat(double start[N][N], double result[N][N])
{
    static double u[2][N][N];

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            u[0][i][j] = start[i][j];
    for (int t = 0; t < T; t++)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                u[(t + 1) % 2][i][j] = u[t % 2][i][j]
                    + 0.1 * (u[t % 2][i - 1][j] + u[t % 2][i + 1][j] + u[t % 2][i][j - 1]
                             + u[t % 2][i][j + 1] - 4 * u[t % 2][i][j]);
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
