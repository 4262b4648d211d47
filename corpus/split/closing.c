/*
 * Recurrences whose first values close a sum at the end: a vector whose first
 * element has a statement of its own, one that tests for it, and two that need
 * their neighbour.
 *
 * Expected:
 *   a, b   one variable and one for the first element
 *   c      two elements and a variable
 *   y      two variables
 */
#include <stdio.h>

#ifndef N
#define N 40
#endif

static double ring(const double *x)
{
    static double a[N];

    a[0] = x[0];
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1] * 0.9 + x[i];
    return a[N - 1] - a[0];
}

static double tested(const double *x)
{
    double b[N] = {0};

    for (int i = 0; i < N; i++) {
        if (i == 0)
            b[i] = x[i] / 3;
        else
            b[i] = b[i - 1] * 0.8 - x[i];
    }
    return b[N - 1] + 2 * b[0];
}

static void sweep(const double *d, double *x)
{
    double c[N], y[N];

    c[0] = 0.5;
    y[0] = d[0] * 0.5;
    for (int i = 1; i < N; i++) {
        c[i] = 1.0 / (2.0 + c[i - 1]);
        y[i] = (d[i] + y[i - 1]) * c[i];
        x[i] = y[i] * c[i - 1];
    }
    x[0] = y[N - 1] + c[0] * y[0];
}

int main(void)
{
    double d[N], x[N];

    for (int i = 0; i < N; i++)
        d[i] = i * i % 13 + 0.5;
    printf("%a %a\n", ring(d), tested(d));
    sweep(d, x);
    for (int i = 0; i < N; i++)
        printf("%a\n", x[i]);
    return 0;
}
