/*
 * A time step in four loops. Each result replaces the value that it is computed from.
 *
 * Expected:
 *   flux   the storage of lap and next, in place
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 37 /* elements */
#endif

static void kernel(const double *start, double *u, int n)
{
    const int steps = 3;
    double *flux = malloc((size_t)(n + 1) * sizeof(double));
    double *lap = malloc((size_t)n * sizeof(double));
    double *next = malloc((size_t)n * sizeof(double));
    for (int i = 0; i < n; i++)
        u[i] = start[i];
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n; i++)
            flux[i] = u[i] - u[i - 1];
        for (int i = 1; i < n - 1; i++)
            lap[i] = flux[i + 1] - flux[i];
        for (int i = 1; i < n - 1; i++)
            next[i] = u[i] + 0.1 * lap[i];
        for (int i = 1; i < n - 1; i++)
            u[i] = next[i];
    }
    free(flux);
    free(lap);
    free(next);
}

static uint32_t state = 12345u;

static uint32_t noise(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static double in[N], out[N];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (int i = 0; i < N; i++)
        in[i] = (double)(noise() % 1000) / 8;
    kernel(in, out, N);
    for (int i = 0; i < N; i++)
        hash = (hash ^ (uint64_t)(int64_t)(out[i] * 64)) * 1099511628211u;
    printf("%016" PRIx64 "\n", hash);
    return 0;
}
