/*
 * Electric and magnetic fields along a line, with a source at its start.
 *
 * Expected: a tile has its part of both fields.
 */
#include <stdio.h>

#ifndef N
#define N 40
#endif
#ifndef T
#define T 13
#endif

static void waves(int steps, int n, double e[restrict n], double h[restrict n])
{
    for (int t = 1; t <= steps; t++) {
        e[0] = 0.01 * t;
        for (int i = 1; i < n; i++)
            e[i] = e[i] - 0.5 * (h[i] - h[i - 1]);
        for (int i = 0; i < n - 1; i++)
            h[i] = h[i] - 0.7 * (e[i + 1] - e[i]);
    }
}

int main(void)
{
    static double e[N], h[N];

    for (int i = 0; i < N; i++) {
        e[i] = (i * 37 + 11) % 101 / 64.0;
        h[i] = (i * 53 + 29) % 97 / 64.0;
    }
    for (int steps = 1; steps <= T; steps++) {
        waves(steps, N, e, h);
        for (int i = 0; i < N; i++)
            printf("%a %a\n", e[i], h[i]);
    }
    return 0;
}
