/*
 * Two arrays whose pointers are exchanged after each step.
 *
 * Expected: tiles of t and i + t; the number of the step decides which pointer is which.
 */
#include <stdio.h>

#ifndef N
#define N 23 /* points */
#endif
#ifndef T
#define T 8 /* steps */
#endif

static double first[N], second[N];

int main(void)
{
    double *a = first, *b = second;

    for (int i = 0; i < N; i++)
        a[i] = b[i] = i % 7;
    for (int t = 0; t < T; t++) {
        for (int i = 1; i < N - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        double *other = a;
        a = b;
        b = other;
    }
    for (int i = 0; i < N; i++)
        printf("%a\n", a[i]);
    return 0;
}
