#include <complex.h>
#include <stdio.h>

#ifndef N
#define N 24 /* samples */
#endif

/* Gain and a turn, the quotient with the shifted conjugate, differences of neighbours, power. */
static void stages(int n, double gain, const double complex *in, double complex *out,
                   double *power)
{
    double complex turned[n], even[n];

    for (int i = 0; i < n; i++)
        turned[i] = gain * in[i] + in[i] * I;
    for (int i = 0; i < n; i++)
        even[i] = turned[i] / (2.0 + conj(turned[i]));
    for (int i = 0; i < n; i++) {
        out[i] = i ? even[i] - even[i - 1] : even[i];
        power[i] = cabs(even[i]) + (even[i] == gain);
    }
}

int main(void)
{
    double complex in[N], out[N];
    double power[N];
    unsigned seed = 5;
    double checksum = 0;

    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        in[i] = (seed >> 8) / 16777216.0 - 0.5 + (seed & 255) / 256.0 * I;
    }
    stages(N, 0.75, in, out, power);
    for (int i = 0; i < N; i++)
        checksum = 0.996 * checksum + creal(out[i]) - cimag(out[i]) + power[i];
    printf("%a\n", checksum);
    return 0;
}
