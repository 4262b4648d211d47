/*
 * A filter bank: rows are moments of a signal, columns are bands. Energy is
 * smoothed over time and over bands, and compressed.
 *
 * Expected with --fuse and columns: tiles of bands that overlap by two.
 */
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 23
#endif
#ifndef BANDS
#define BANDS 33
#endif

typedef double Frame[BANDS];

static void compress(int n, Frame *restrict spectrum, Frame *restrict levels)
{
    Frame energy[n], slow[n];

    for (int t = 0; t < n; t++)
        for (int b = 0; b < BANDS; b++)
            energy[t][b] = spectrum[t][b] * spectrum[t][b];
    for (int t = 2; t < n; t++)
        for (int b = 0; b < BANDS; b++)
            slow[t][b] = (energy[t][b] + energy[t - 1][b] + energy[t - 2][b]) / 3;
    for (int t = 2; t < n; t++)
        for (int b = 1; b < BANDS - 1; b++)
            levels[t][b] = sqrt(0.5 * slow[t][b] + 0.25 * (slow[t][b - 1] + slow[t][b + 1]));
}

static Frame spectrum[N], levels[N];

int main(void)
{
    double sum = 0;

    for (int t = 0; t < N; t++)
        for (int b = 0; b < BANDS; b++)
            spectrum[t][b] = (double)((t * 19 + b * 5) % 23) / 4;
    compress(N, spectrum, levels);
    for (int t = 0; t < N; t++)
        for (int b = 0; b < BANDS; b++)
            sum += levels[t][b] * (b % 3 + 1);
    printf("%.6f\n", sum);
    return 0;
}
