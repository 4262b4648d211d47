/*
 * A file that defines M_PI where the header does not: the number is no size, so that it does not
 * matter which of both it is.
 *
 * Expected:
 *   phase   one value
 */
#include <math.h>
#include <stdio.h>

#ifndef M_PI
#define M_PI 3.14159265358979323846
#endif
#ifndef N
#define N 40
#endif

static void modulated(int n, const double *in, double *out)
{
    double phase[N];
    for (int i = 0; i < n; i++)
        phase[i] = 2 * M_PI * in[i];
    for (int i = 0; i < n; i++)
        out[i] = sin(phase[i]) * in[i];
}

int main(void)
{
    static double in[N], out[N];
    double sum = 0;
    for (int i = 0; i < N; i++)
        in[i] = i % 7 * 0.1;
    modulated(N, in, out);
    for (int i = 0; i < N; i++)
        sum = 0.5 * sum + out[i];
    printf("%.9f\n", sum);
    return 0;
}
