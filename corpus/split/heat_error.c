/*
 * Heat in a rod, all time steps in one array. The first step is compared with
 * the last one at the end, so its row lives as long as the function.
 *
 * Expected:
 *   u   2 rows of N, and a copy of row 0, instead of all rows
 */
#include <stdio.h>

#ifndef N
#define N 24
#endif
#ifndef T
#define T 15
#endif

static void heat(const double start[N], double change[N])
{
    double u[T + 1][N];

    for (int i = 0; i < N; i++)
        u[0][i] = start[i];
    for (int t = 1; t <= T; t++) {
        u[t][0] = u[t - 1][0]; /* fixed ends */
        for (int i = 1; i < N - 1; i++)
            u[t][i] = 0.25 * (u[t - 1][i - 1] + 2 * u[t - 1][i] + u[t - 1][i + 1]);
        u[t][N - 1] = u[t - 1][N - 1];
    }
    for (int i = 0; i < N; i++)
        change[i] = u[T][i] - u[0][i];
}

int main(void)
{
    double start[N], change[N];

    for (int i = 0; i < N; i++)
        start[i] = i * i % 17;
    heat(start, change);
    for (int i = 0; i < N; i++)
        printf("%a\n", change[i]);
    return 0;
}
