/*
 * Three filters in a row over a signal: high pass, band pass, envelope.
 *
 * Expected: the loops run over blocks of 1024 samples; with --fuse=full:
 *   high       5 samples
 *   band       1 sample
 *   power      a window of 7 samples
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 40 /* samples */
#endif

static void kernel(const float *in, float *out, int n)
{
    float *high = malloc(n * sizeof(float));
    float *band = malloc(n * sizeof(float));
    float *power = malloc(n * sizeof(float));

    for (int i = 1; i < n; i++)
        high[i] = in[i] - 0.95f * in[i - 1];

    for (int i = 5; i < n; i++)
        band[i] = 0.1f * high[i - 4] + 0.2f * high[i - 3] + 0.4f * high[i - 2] + 0.2f * high[i - 1]
                + 0.1f * high[i];

    for (int i = 5; i < n; i++)
        power[i] = band[i] * band[i];

    for (int i = 8; i < n - 3; i++) {
        float sum = 0;
        for (int k = -3; k <= 3; k++)
            sum += power[i + k];
        out[i] = sum / 7;
    }

    free(power);
    free(band);
    free(high);
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

static float in[N];
static float out[N];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof in / sizeof(float); i++)
        ((float *)in)[i] = noise() / 16777216.0f;

    kernel(in, out, N);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
