/*
 * Attention of one head: scores, softmax along each row, weighted sum of the values.
 *
 * Expected:
 *   scores         one row
 *   top, norm      one value each
 */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#ifndef N
#define N 11 /* positions */
#endif
#ifndef D
#define D 6 /* features */
#endif

static void kernel(int n, int d, const float q[n][d], const float k[n][d], const float v[n][d],
                   float out[n][d])
{
    float scores[n][n], top[n], norm[n];
    float scale = 1 / sqrtf((float)d);

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int c = 0; c < d; c++)
                sum += q[i][c] * k[j][c];
            scores[i][j] = sum * scale;
        }

    /* the largest score of each row */
    for (int i = 0; i < n; i++) {
        top[i] = scores[i][0];
        for (int j = 1; j < n; j++)
            if (scores[i][j] > top[i])
                top[i] = scores[i][j];
    }

    for (int i = 0; i < n; i++) {
        norm[i] = 0;
        for (int j = 0; j < n; j++) {
            scores[i][j] = expf(scores[i][j] - top[i]);
            norm[i] += scores[i][j];
        }
    }

    for (int i = 0; i < n; i++)
        for (int c = 0; c < d; c++) {
            float sum = 0;
            for (int j = 0; j < n; j++)
                sum += scores[i][j] * v[j][c];
            out[i][c] = sum / norm[i];
        }
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

static float q[N][D];
static float k[N][D];
static float v[N][D];
static float out[N][D];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof q / sizeof(float); i++)
        ((float *)q)[i] = noise() / 16777216.0f;
    for (size_t i = 0; i < sizeof k / sizeof(float); i++)
        ((float *)k)[i] = noise() / 16777216.0f;
    for (size_t i = 0; i < sizeof v / sizeof(float); i++)
        ((float *)v)[i] = noise() / 16777216.0f;

    kernel(N, D, q, k, v, out);

    hash = fnv(hash, out, sizeof out);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
