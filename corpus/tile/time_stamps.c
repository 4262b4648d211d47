/*
 * Steps of heat conduction that are counted on from a time stamp, which may be near the largest or
 * the least int.
 *
 * Expected: tiles of t and i + 2*t, whose counters are wider than those of the loops.
 */
#include <limits.h>
#include <stdio.h>

#ifndef N
#define N 23 /* points */
#endif
#define STEPS 13

static void relax(int first, int steps, int n, double *restrict u, double *restrict v)
{
    for (int t = first; t < first + steps; t++) {
        for (int i = 1; i < n - 1; i++)
            v[i] = (u[i - 1] + u[i] + u[i + 1]) / 3;
        for (int i = 1; i < n - 1; i++)
            u[i] = v[i];
    }
}

int main(void)
{
    static const int stamps[] = { INT_MAX - STEPS, INT_MIN, -5, 1073741820 };
    static double u[N], v[N];
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < N; i++)
            u[i] = v[i] = i * i % 11 + k;
        relax(stamps[k], STEPS, N, u, v);
        for (int i = 0; i < N; i++)
            printf("%.17g\n", u[i]);
    }
    return 0;
}
