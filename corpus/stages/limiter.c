/*
 * A limiter of a signal: the gain of each sample, smoothed by a recurrence whose first value is set
 * before its loop.
 *
 * Expected:
 *   gain     1 element
 *   slow     1 element
 */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 4096 /* samples */
#endif

static void limit(const float x[N], float y[N])
{
    float gain[N], slow[N];

    for (int i = 0; i < N; i++)
        gain[i] = 1.0f / fmaxf(fabsf(x[i]), 1.0f);
    slow[0] = gain[0];
    for (int i = 1; i < N; i++)
        slow[i] = 0.99f * slow[i - 1] + 0.01f * gain[i];
    for (int i = 0; i < N; i++)
        y[i] = x[i] * slow[i];
}

static uint32_t state = 12345u;

static uint32_t noise(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static uint64_t fnv(uint64_t hash, const void *data, size_t bytes)
{
    const unsigned char *p = data;

    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ p[i]) * 1099511628211u;
    return hash;
}

int main(void)
{
    float *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);

    if (!x || !y)
        return 1;
    for (int i = 0; i < N; i++)
        x[i] = (float)(noise() & 1023) / 256.0f - 2.0f;
    limit(x, y);
    printf("%016" PRIx64 "\n", fnv(14695981039346656037u, y, N * sizeof *y));
    free(x);
    free(y);
    return 0;
}
