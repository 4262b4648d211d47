/*
 * Heat along a rod, with a second array for the next step; sizes are unsigned.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 70
#endif
#ifndef T
#define T 41
#endif

static void heat(size_t steps, size_t n, double *restrict now, double *restrict next)
{
    for (size_t t = 0; t < steps; t++) {
        for (size_t i = 1; i + 1 < n; i++)
            next[i] = 0.3 * now[i - 1] + 0.4 * now[i] + 0.3 * now[i + 1];
        for (size_t i = 1; i + 1 < n; i++)
            now[i] = next[i];
    }
}

int main(void)
{
    double *now = malloc(N * sizeof *now), *next = malloc(N * sizeof *next);

    if (now && next) {
        for (int i = 0; i < N; i++)
            now[i] = next[i] = i * 37 % 101;
        heat(T, N, now, next);
        for (int i = 0; i < N; i++)
            printf("%a %a\n", now[i], next[i]);
    }
    free(now);
    free(next);
    return 0;
}
