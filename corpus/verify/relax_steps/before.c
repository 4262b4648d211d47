/*
 * A relaxation over time: each step is computed beside the line and copied
 * back.
 */
#include <stdio.h>

#ifndef N
#define N 12 /* points */
#endif
#ifndef STEPS
#define STEPS 5
#endif

void relax(int n, int steps, double a[n])
{
    double b[n];

    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
    }
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
