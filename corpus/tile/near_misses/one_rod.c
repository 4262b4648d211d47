/*
 * Steps of heat conduction along a rod: the only call passes one array for both.
 *
 * Expected: the loops stay, whatever the shape of tiles: they would compute something else.
 */
#include <stdio.h>

#ifndef N
#define N 23
#endif

static void conduct(int steps, int n, double *u, double *v)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            v[i] = u[i] + (u[i - 1] - 2 * u[i] + u[i + 1]) / 4;
        for (int i = 1; i < n - 1; i++)
            u[i] = v[i];
    }
}

int main(void)
{
    static double rod[N];

    for (int i = 0; i < N; i++)
        rod[i] = i % 7;
    conduct(8, N, rod, rod);
    for (int i = 0; i < N; i++)
        printf("%a\n", rod[i]);
    return 0;
}
