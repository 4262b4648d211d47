/*
 * Steps of heat conduction along a line, from one array to another and back.
 */
#include <stdio.h>

#ifndef N
#define N 40 /* points */
#endif
#ifndef T
#define T 7 /* steps */
#endif

void heat(int n, int steps, double a[], double b[])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
        for (int i = 1; i < n - 1; i++)
            a[i] = (b[i - 1] + b[i] + b[i + 1]) / 3;
    }
}

static double a[N], b[N];

int main(void)
{
    unsigned seed = 12;

    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = (seed >> 8) / 1024.0;
        b[i] = i;
    }

    heat(N, T, a, b);

    for (int i = 0; i < N; i++)
        printf("%a\n", a[i]);
    return 0;
}
