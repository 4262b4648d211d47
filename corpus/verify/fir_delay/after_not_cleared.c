/* verify: refuted
 * The ring starts with whatever is there.
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
    double *ring = malloc(4 * sizeof *ring);
    unsigned head = 0;

    if (!ring)
        return;
    for (size_t i = 0; i < n; i++) {
        ring[head] = x[i];
        y[i] = c[0] * ring[head] + c[1] * ring[(head + 3) & 3] + c[2] * ring[(head + 2) & 3]
             + c[3] * ring[(head + 1) & 3];
        head = (head + 1) & 3;
    }
    free(ring);
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
