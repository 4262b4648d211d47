/* verify: proved
 * The power comes last first.
 */
#include <complex.h>
#include <stdio.h>

#ifndef N
#define N 24 /* samples */
#endif

static void stages(int n, double gain, const double complex *in, double complex *out,
                   double *power)
{
    double complex even[n];

    for (int i = 0; i < n; i++) {
        double complex turned = gain * in[i] + in[i] * I;

        even[i] = turned / (2.0 + conj(turned));
    }
    for (int i = n - 1; i >= 0; i--)
        power[i] = cabs(even[i]) + (even[i] == gain);
    for (int i = 0; i < n; i++)
        out[i] = i ? even[i] - even[i - 1] : even[i];
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
