/*
 * Arrays of a tile, declared in the loop over tiles.
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

#define TILE 8

static void kernel(const double *in, double *out, int n)
{
    for (int t = 0; t < n; t += TILE) {
        const int m = n - t < TILE ? n - t : TILE;
        double a[TILE], b[TILE + 1], c[TILE];

        for (int i = 0; i < m; i++)
            a[i] = in[t + i] * 2;
        b[0] = 1;
        for (int i = 0; i < m; i++)
            b[i + 1] = b[i] * 0.5 + a[m - 1 - i];
        for (int i = 0; i < m; i++)
            c[i] = b[i] + b[i + 1];
        for (int i = 0; i < m; i++)
            out[t + i] = c[m - 1 - i];
    }
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
