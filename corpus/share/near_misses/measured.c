/*
 * The size of a local array in bytes is asked for.
 *
 * Expected:
 *   a, b   stay: the size of a pointer is another one
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 37 /* elements */
#endif

#include <string.h>

static void kernel(const double *in, double *out, int n)
{
    double a[N], b[N];

    (void)n;
    for (int i = 0; i < N; i++)
        a[i] = in[i] * 2;
    for (int i = 0; i < N; i++)
        out[i] = a[N - 1 - i];
    memset(b, 0, sizeof b);
    for (int i = 0; i < N; i += 2)
        b[i] = in[i] + 1;
    for (int i = 0; i < N; i++)
        out[i] += b[i];
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
