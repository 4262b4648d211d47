/*
 * Three smoothed signals; every failure goes to the end, where all are freed.
 *
 * Expected:
 *   a   the storage of c
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 37 /* elements */
#endif

static int kernel(const double *in, double *out, int n)
{
    int rc = -1;
    double *a = NULL, *b = NULL, *c = NULL;
    a = malloc((size_t)n * sizeof(double));
    if (!a) goto done;
    b = malloc((size_t)n * sizeof(double));
    if (!b) goto done;
    c = malloc((size_t)n * sizeof(double));
    if (!c) goto done;
    for (int i = 1; i + 1 < n; i++)
        a[i] = 0.25 * in[i - 1] + 0.5 * in[i] + 0.25 * in[i + 1];
    for (int i = 2; i + 2 < n; i++)
        b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
    for (int i = 3; i + 3 < n; i++)
        c[i] = 0.25 * b[i - 1] + 0.5 * b[i] + 0.25 * b[i + 1];
    for (int i = 4; i + 4 < n; i++)
        out[i] = 0.25 * c[i - 1] + 0.5 * c[i] + 0.25 * c[i + 1];
    rc = 0;
done:
    free(a);
    free(b);
    free(c);
    return rc;
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
