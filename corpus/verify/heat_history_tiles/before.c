/*
 * Steps of heat conduction along a line; all of them are kept.
 */
#include <stdio.h>

#ifndef N
#define N 17 /* points */
#endif
#ifndef T
#define T 9 /* steps */
#endif

void heat(int n, int steps, double a[steps + 1][n])
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            a[t + 1][i] = (a[t][i - 1] + a[t][i] + a[t][i + 1]) / 3;
}

static double a[T + 1][N];

int main(void)
{
    unsigned seed = 12;

    for (int t = 0; t <= T; t++)
        for (int i = 0; i < N; i++) {
            seed = seed * 1664525u + 1013904223u;
            a[t][i] = (seed >> 8) / 1024.0;
        }

    heat(N, T, a);

    for (int t = 0; t <= T; t++)
        for (int i = 0; i < N; i++)
            printf("%a\n", a[t][i]);
    return 0;
}
