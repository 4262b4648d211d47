/*
 * A filter with four taps over a signal. A padded copy of the signal provides
 * the zeros before its first sample.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 20 /* samples */
#endif

static const double c[4] = {0.4, 0.3, 0.2, 0.1};

void fir(size_t n, const double *restrict x, double *restrict y)
{
    double *d = calloc(n + 3, sizeof *d);

    if (!d)
        return;
    for (size_t i = 0; i < n; i++) {
        d[i + 3] = x[i];
        y[i] = c[0] * d[i + 3] + c[1] * d[i + 2] + c[2] * d[i + 1] + c[3] * d[i];
    }
    free(d);
}

int main(void)
{
    double x[N], y[N];
    unsigned seed = 9;
    double checksum = 0;

    for (int channel = 0; channel < 2; channel++) {
        for (int i = 0; i < N; i++) {
            seed = seed * 1664525u + 1013904223u;
            x[i] = (seed >> 8) / 65536.0;
        }
        fir(N, x, y);
        for (int i = 0; i < N; i++)
            checksum = 0.996 * checksum + y[i];
    }
    printf("%a\n", checksum);
    return 0;
}
