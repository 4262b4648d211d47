/*
 * A low pass, then every second sample, then a second filter at half the rate.
 *
 * Expected:
 *   low    2 samples with --fuse=full: the filter runs at twice the rate of what follows
 *   half   2 samples
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef N
#define N 40 /* samples */
#endif
#define M (N / 2)

static float low[N], half[M];

static void kernel(const float in[N], float out[M])
{
    for (int i = 2; i < N - 2; i++)
        low[i] = 0.0625f * in[i - 2] + 0.25f * in[i - 1] + 0.375f * in[i] + 0.25f * in[i + 1]
               + 0.0625f * in[i + 2];

    for (int i = 2; i < M - 1; i++)
        half[i] = 0.5f * (low[2 * i - 1] + low[2 * i]);

    for (int i = 3; i < M - 1; i++)
        out[i] = half[i] - half[i - 1];
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

static float in[N + 1];
static float out[M + 1];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof in / sizeof(float); i++)
        ((float *)in)[i] = noise() / 16777216.0f;

    kernel(in, out);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
