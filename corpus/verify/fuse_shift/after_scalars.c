/* verify: proved
 * One loop, and `c` is computed from scalars.
 */
#include <stdio.h>

#ifndef N
#define N 13
#endif

void lift(int n, const double *restrict a, double *restrict b, double *restrict c)
{
    if (n < 3) {
        for (int i = 0; i < n; i++)
            b[i] = a[i] * 0.5 + 1;
        return;
    }

    double left = b[0] = a[0] * 0.5 + 1;
    double mid = b[1] = a[1] * 0.5 + 1;

    for (int i = 2; i < n; i++) {
        const double right = a[i] * 0.5 + 1;

        b[i] = right;
        c[i - 1] = right - left * 0.25;
        left = mid;
        mid = right;
    }
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
