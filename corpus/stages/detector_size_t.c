/*
 * Outliers of a series: a mean, the distance from it, and a score, in vectors of `size_t` elements.
 * Short series are left alone.
 *
 * Expected: blocks of 1024 elements.
 */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int detect(const double *x, size_t n, double *score)
{
    if (n < 8)
        return -1;
    double *mean = malloc(n * sizeof(double));
    double *away = malloc(n * sizeof(double));
    if (mean == NULL || away == NULL) {
        free(mean);
        free(away);
        return -2;
    }
    for (size_t i = 2; i < n - 2; ++i)
        mean[i] = (x[i - 2] + x[i - 1] + x[i] + x[i + 1] + x[i + 2]) / 5.0;
    for (size_t i = 2; i < n - 2; ++i)
        away[i] = fabs(x[i] - mean[i]);
    for (size_t i = 3; i < n - 3; ++i)
        score[i] = away[i - 1] + away[i] + away[i + 1];
    free(mean);
    free(away);
    return 0;
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
    const size_t sizes[] = {5000, 8, 9, 1030, 1031, 3, 1024};
    uint64_t hash = 14695981039346656037u;

    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        size_t n = sizes[k];
        double *x = malloc(n * sizeof *x), *score = calloc(n, sizeof *score);

        if (!x || !score)
            return 1;
        for (size_t i = 0; i < n; i++)
            x[i] = (double)(noise() & 255);
        if (detect(x, n, score) == 0)
            hash = fnv(hash, score, n * sizeof *score);
        free(x);
        free(score);
    }
    printf("%016" PRIx64 "\n", hash);
    return 0;
}
