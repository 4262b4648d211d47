/* verify: proved
 * Two elements in turn.
 */
#include <complex.h>
#include <stdio.h>

#ifndef N
#define N 24 /* samples */
#endif

static void stages(int n, double gain, const double complex *in, double complex *out,
                   double *power)
{
    double complex even[2];

    for (int i = 0; i < n; i++) {
        double complex turned = gain * in[i] + in[i] * I;

        even[i % 2] = turned / (2.0 + conj(turned));
        out[i] = i ? even[i % 2] - even[(i + 1) % 2] : even[i % 2];
        power[i] = cabs(even[i % 2]) + (even[i % 2] == gain);
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
