/*
 * Heat along a rod whose ends are set from the points beside them; all steps are kept.
 */
#include <stdio.h>

#ifndef N
#define N 70
#endif
#ifndef T
#define T 41
#endif

static void rod(int steps, int n, double u[steps + 1][n])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            u[t + 1][i] = u[t][i] + 0.2 * (u[t][i - 1] - 2 * u[t][i] + u[t][i + 1]);
        u[t + 1][0] = u[t + 1][1];
        u[t + 1][n - 1] = u[t + 1][n - 2];
    }
}

int main(void)
{
    static double u[T + 1][N];

    for (int t = 0; t <= T; t++)
        for (int i = 0; i < N; i++)
            u[t][i] = i * 37 % 101;
    if (N > 2)
        rod(T, N, u);
    for (int i = 0; i < N; i++)
        printf("%a\n", u[T][i]);
    return 0;
}
