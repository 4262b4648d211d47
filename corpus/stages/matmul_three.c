/*
 * G = (A B) (C D): the second product needs all of its second factor.
 *
 * Expected:
 *   e   one row: used row by row
 *   f   stays: every row of the last product reads all of it
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#ifndef N
#define N 12 /* rows and columns */
#endif

static void kernel(int n, const double a[n][n], const double b[n][n], const double c[n][n],
                   const double d[n][n], double g[n][n])
{
    double e[n][n], f[n][n];

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            f[i][j] = 0;
            for (int k = 0; k < n; k++)
                f[i][j] += c[i][k] * d[k][j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            e[i][j] = 0;
            for (int k = 0; k < n; k++)
                e[i][j] += a[i][k] * b[k][j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            g[i][j] = 0;
            for (int k = 0; k < n; k++)
                g[i][j] += e[i][k] * f[k][j];
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
static double d[N][N];
static double g[N][N];

int main(void)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < sizeof a / sizeof(double); i++)
        ((double *)a)[i] = noise() / 16777216.0;
    for (size_t i = 0; i < sizeof b / sizeof(double); i++)
        ((double *)b)[i] = noise() / 16777216.0;
    for (size_t i = 0; i < sizeof c / sizeof(double); i++)
        ((double *)c)[i] = noise() / 16777216.0;
    for (size_t i = 0; i < sizeof d / sizeof(double); i++)
        ((double *)d)[i] = noise() / 16777216.0;

    kernel(N, a, b, c, d, g);

    hash = fnv(hash, g, sizeof g);
    printf("checksum %016" PRIx64 "\n", hash);
    return 0;
}
