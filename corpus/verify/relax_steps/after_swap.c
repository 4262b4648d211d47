/* verify: proved
 * Two lines that are swapped after each step; an odd number of steps ends in
 * the other one.
 */
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 12 /* points */
#endif
#ifndef STEPS
#define STEPS 5
#endif

void relax(int n, int steps, double a[n])
{
    double b[n];
    double *old = a, *new = b;

    b[0] = a[0];
    b[n - 1] = a[n - 1];
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            new[i] = (old[i - 1] + old[i] + old[i + 1]) / 3;

        double *other = old;
        old = new;
        new = other;
    }
    if (steps % 2 == 1)
        memcpy(a, b, n * sizeof *a);
}

static double line[N];

int main(void)
{
    unsigned seed = 3;
    double checksum = 0;

    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        line[i] = (seed >> 8) / 65536.0;
    }

    relax(N, STEPS, line);

    for (int i = 0; i < N; i++)
        checksum = 0.996 * checksum + line[i];
    printf("%a\n", checksum);
    return 0;
}
