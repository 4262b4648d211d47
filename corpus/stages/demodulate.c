/*
 * Amplitude demodulation: a filter, the envelope, its mean over blocks, and a filter at the low
 * rate. Lengths are quotients of a macro.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 203
#endif
#define TAPS 6
#define BLOCK 4

static int demodulate(const double *restrict x, double *restrict y, int n, const double h[TAPS])
{
    if (n < BLOCK)
        return 0;

    double *filtered = calloc(n, sizeof(double));
    double *envelope = malloc(n * sizeof(double));
    double *mean = malloc(n / BLOCK * sizeof(double));
    int i, k;

    for (i = TAPS - 1; i < n; i++) {
        double sum = 0.0;
        for (k = 0; k < TAPS; k++)
            sum += h[k] * x[i - k];
        filtered[i] = sum;
    }
    for (i = 0; i < n; i++)
        envelope[i] = fabs(filtered[i]);
    for (i = 0; i < n / BLOCK; i++) {
        double sum = 0;
        for (k = 0; k < BLOCK; k++)
            sum += envelope[i * BLOCK + k];
        mean[i] = sum / BLOCK;
    }
    y[0] = mean[0];
    for (i = 1; i < n / BLOCK; i++)
        y[i] = mean[i] - 0.95 * mean[i - 1];
    free(filtered);
    free(envelope);
    free(mean);
    return n / BLOCK;
}

int main(void)
{
    static double x[N], y[N / BLOCK + 1];
    double h[TAPS];
    int n;

    for (int i = 0; i < N; i++)
        x[i] = (i * 37) % 29 - 11;
    for (int i = 0; i < TAPS; i++)
        h[i] = 1.0 / (i + 2);
    n = demodulate(x, y, N, h);
    for (int i = 0; i < n; i++)
        printf("%a\n", y[i]);
    return 0;
}
