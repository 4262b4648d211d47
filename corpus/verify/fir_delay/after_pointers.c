/* verify: proved
 * Pointers step through the signal; the head of the ring goes down and wraps
 * by comparison.
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
    double ring[4] = {0, 0, 0, 0};
    int head = 0;
    const double *end = x + n;

    while (x < end) {
        int h1 = head + 1 < 4 ? head + 1 : head - 3;
        int h2 = head + 2 < 4 ? head + 2 : head - 2;
        int h3 = head + 3 < 4 ? head + 3 : head - 1;

        ring[head] = *x++;
        *y++ = c[0] * ring[head] + c[1] * ring[h1] + c[2] * ring[h2] + c[3] * ring[h3];
        if (--head < 0)
            head = 3;
    }
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
