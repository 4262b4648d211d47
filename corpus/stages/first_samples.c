/*
 * The loops skip the first samples, and those below a threshold, with `continue`.
 *
 * Expected:
 *   slope   one value
 *   energy  5 values
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 40 /* samples */
#endif

static void slopes(const double *in, double *slope, int n)
{
    for (int i = 0; i < n; i++) {
        if (i < 2) {
            slope[i] = 0;
            continue;
        }
        slope[i] = (in[i] - in[i - 2]) / 2;
    }
}

static void energies(const double *slope, double *energy, int n)
{
    for (int i = 0; i < n; i++) {
        double e = slope[i] * slope[i];
        energy[i] = 0;
        if (e < 0.5)
            continue;
        /* loud */
        e -= 0.5;
        energy[i] = e;
    }
}

static void means(const double *energy, double *out, int n)
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = i < 4 ? 0 : i - 4; k <= i; k++)
            sum += energy[k];
        out[i] = sum / 5;
    }
}

static void detect(const double *restrict in, double *restrict out, int n)
{
    double *slope = malloc(n * sizeof *slope);
    double *energy = malloc(n * sizeof *energy);
    slopes(in, slope, n);
    energies(slope, energy, n);
    means(energy, out, n);
    free(slope);
    free(energy);
}

int main(void)
{
    static double in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = i * i % 13 - 6;
    detect(in, out, N);
    for (int i = 0; i < N; i++)
        printf("%g ", out[i]);
    printf("\n");
    return 0;
}
