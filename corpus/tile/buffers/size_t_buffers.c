/*
 * Heat along a rod in two arrays, with unsigned counters.
 *
 * Expected: a tile has its part of both arrays.
 */
#include <stddef.h>
#include <stdio.h>

#ifndef N
#define N 40
#endif
#ifndef T
#define T 13
#endif

static void heat(size_t steps, size_t n, double *restrict a, double *restrict b)
{
    for (size_t t = 0; t < steps; t++) {
        for (size_t i = 1; i + 1 < n; i++)
            b[i] = 0.3 * a[i - 1] + 0.4 * a[i] + 0.3 * a[i + 1];
        for (size_t i = 1; i + 1 < n; i++)
            a[i] = b[i];
    }
}

int main(void)
{
    static double a[N], b[N];

    for (size_t i = 0; i < N; i++)
        a[i] = (i * 37 + 11) % 101;
    for (size_t steps = 1; steps <= T; steps++) {
        heat(steps, N, a, b);
        for (size_t i = 0; i < N; i++)
            printf("%a %a\n", a[i], b[i]);
    }
    return 0;
}
