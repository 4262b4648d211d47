/* verify: refuted
 * The last iterations do not follow the loop.
 */
#include <stdio.h>

#ifndef N
#define N 13
#endif

void lift(int n, const double *restrict a, double *restrict b, double *restrict c)
{
    for (int i = 0; i < n; i++) {
        b[i] = a[i] * 0.5 + 1;
        if (i >= 4)
            c[i - 3] = b[i - 2] - b[i - 4] * 0.25;
    }
    for (int i = n > 4 ? n - 2 : 1; i < n - 1; i++)
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
