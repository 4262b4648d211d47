/*
 * Electric and magnetic field along a line. Values move to one side in each half of a step.
 */
#include <stdio.h>

#ifndef N
#define N 70
#endif
#ifndef T
#define T 41
#endif

static void pulses(int steps, int n, float *restrict e, float *restrict h)
{
    for (int t = 1; t <= steps; t++) {
        for (int i = 1; i < n; i++)
            e[i] -= 0.5f * (h[i] - h[i - 1]);
        for (int i = 0; i < n - 1; i++)
            h[i] -= 0.7f * (e[i + 1] - e[i]);
    }
}

int main(void)
{
    static float e[N], h[N];

    for (int i = 0; i < N; i++) {
        e[i] = i % 7;
        h[i] = i % 5;
    }
    pulses(T, N, e, h);
    for (int i = 0; i < N; i++)
        printf("%a %a\n", e[i], h[i]);
    return 0;
}
