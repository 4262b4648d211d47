/*
 * Steps over a signal in local arrays of constant size.
 *
 * Expected:
 *   centred, smooth   the storage of all four
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 37 /* elements */
#endif

static void kernel(const double *x, double *spec, int n)
{
    double centred[N], windowed[N], smooth[N], diff[N];
    double mean = 0;
    (void)n;
    for (int i = 0; i < N; i++)
        mean += x[i];
    mean /= N;
    for (int i = 0; i < N; i++)
        centred[i] = x[i] - mean;
    for (int i = 0; i < N; i++)
        windowed[i] = centred[i] * (0.5 - i / (2.0 * N));
    for (int i = 1; i < N - 1; i++)
        smooth[i] = (windowed[i - 1] + windowed[i] + windowed[i + 1]) / 3;
    for (int i = 2; i < N - 1; i++)
        diff[i] = smooth[i] - smooth[i - 1];
    for (int k = 0; k < N; k++) {
        double s = 0;
        for (int i = 2; i < N - 1; i++)
            s += diff[i] * ((i * k) % 7);
        spec[k] = s;
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
