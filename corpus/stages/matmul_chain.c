/*
 * E = (A B) C, one product after the other.
 *
 * Expected:
 *   ab   one row
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef N
#define N 12 /* rows and columns */
#endif

static void kernel(int n, const double a[n][n], const double b[n][n], const double c[n][n],
                   double e[n][n])
{
    double ab[n][n];

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            ab[i][j] = 0;
            for (int k = 0; k < n; k++)
                ab[i][j] += a[i][k] * b[k][j];
        }

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += ab[i][k] * c[k][j];
            e[i][j] = sum;
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

static double a[N][N];
static double b[N][N];
static double c[N][N];
static double e[N][N];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof a / sizeof(double); i++)
        ((double *)a)[i] = noise() / 16777216.0;
    for (size_t i = 0; i < sizeof b / sizeof(double); i++)
        ((double *)b)[i] = noise() / 16777216.0;
    for (size_t i = 0; i < sizeof c / sizeof(double); i++)
        ((double *)c)[i] = noise() / 16777216.0;

    kernel(N, a, b, c, e);

    hash = fnv(hash, e, sizeof e);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
