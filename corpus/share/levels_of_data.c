/*
 * A loop whose end the data decides, between arrays that are not alive at once.
 *
 * Expected:
 *   f, k   common storage
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 37 /* elements */
#endif

static void kernel(const double *in, double *out, int n)
{
    double *f = malloc((size_t)n * sizeof *f);
    double *g = malloc((size_t)n * sizeof *g);
    double *k = malloc((size_t)n * sizeof *k);
    int count[256] = {0};
    double most = 1;

    for (int i = 0; i < n; i++)
        count[(int)in[i] % 256]++;
    for (int i = 0; i < n; i++)
        f[i] = count[(int)in[i] % 256] * 0.5;
    g[0] = f[0];
    for (int i = 1; i < n; i++)
        g[i] = f[i] - f[i - 1];
    for (int i = 0; i < n; i++)
        if (g[i] > most)
            most = g[i];
    while (most > 2)
        most = most / 2;
    for (int i = 0; i < n; i++)
        k[i] = g[i] * most;
    for (int i = 0; i < n; i++)
        out[i] = k[(int)in[i] % n];
    free(f);
    free(g);
    free(k);
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
