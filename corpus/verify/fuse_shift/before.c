/* Two loops with an array between them. */
#include <stdio.h>

#ifndef N
#define N 13
#endif

void lift(int n, const double *restrict a, double *restrict b, double *restrict c)
{
    for (int i = 0; i < n; i++)
        b[i] = a[i] * 0.5 + 1;
    for (int i = 1; i < n - 1; i++)
        c[i] = b[i + 1] - b[i - 1] * 0.25;
}

static double a[N], b[N], c[N];

int main(void)
{
    unsigned seed = 4;
    double checksum = 0;

    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = (seed >> 8) / 65536.0;
    }

    lift(N, a, b, c);

    for (int i = 0; i < N; i++)
        checksum = 0.996 * checksum + b[i] - 2 * c[i];
    printf("%a\n", checksum);
    return 0;
}
