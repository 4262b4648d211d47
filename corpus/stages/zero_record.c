/*
 * A structure is zero at first, and a call that stays reads one of its members.
 *
 * Expected:
 *   pond.drift   two elements
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 60
#endif

typedef struct {
    int n;
    double *depth, *drift;
} Pond;

static double deepest(const Pond *pond)
{
    double most = 0.0;
    for (int i = 0; i < pond->n; i++)
        if (pond->depth[i] > most)
            most = pond->depth[i];
    return most;
}

int main(void)
{
    int n = N;
    Pond pond = { 0 };
    pond.n = n;
    pond.depth = malloc(((size_t) n + 1) * sizeof(double));
    pond.drift = malloc(((size_t) n + 1) * sizeof(double));
    if (!pond.depth || !pond.drift)
        return 1;
    for (int i = 0; i <= pond.n; i++)
        pond.depth[i] = (double) (i * 5 % 9);
    for (int day = 0; day < 5; day++) {
        double total = 0.0;
        for (int i = 0; i < n; i++)
            pond.drift[i] = pond.depth[i + 1] - pond.depth[i];
        for (int i = 1; i < pond.n; i++)
            total = 0.5 * total + pond.drift[i] * pond.drift[i - 1];
        pond.depth[0] += 0.125 * total;
        if (total > 1.0)
            printf("day %d: %.6f\n", day, deepest(&pond));
    }
    printf("%.6f\n", pond.depth[n / 2]);
    free(pond.depth);
    free(pond.drift);
    return 0;
}
