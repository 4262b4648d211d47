/* verify: proved
 * One loop; the neighbour is kept in a number. Operands are exchanged.
 */
#include <complex.h>
#include <stdio.h>

#ifndef N
#define N 24 /* samples */
#endif

static void stages(int n, double gain, const double complex *in, double complex *out,
                   double *power)
{
    double complex last = 0;

    for (int k = 0; k < n; k++) {
        double complex v = in[k] * I + in[k] * gain;

        v = v / (conj(v) + 2.0);
        if (k == 0)
            out[k] = v;
        else
            out[k] = v - last;
        power[k] = cabs(v) + (gain == v);
        last = v;
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
