/*
 * Jacobi's method with the residual in an array of the function, which changes the unknowns in
 * place.
 *
 * Expected: tiles of t and i, also where the first step is 1.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 40 /* unknowns */
#endif
#ifndef T
#define T 10 /* steps */
#endif

static void relax(long steps, long n, float u[n], const float rhs[n])
{
    float r[n];

    for (long t = 1; t <= steps; ++t) {
        for (long i = 2; i < n - 2; ++i)
            r[i] = rhs[i] - (6 * u[i] - 2 * u[i - 1] - 2 * u[i + 1] - u[i - 2] - u[i + 2]);
        for (long i = 2; i < n - 2; ++i)
            u[i] += 0.125f * r[i];
    }
}

int main(void)
{
    static float u[N], rhs[N];

    for (int i = 0; i < N; i++) {
        u[i] = i % 5;
        rhs[i] = i % 3 - 1.0f;
    }
    relax(T, N, u, rhs);
    for (int i = 0; i < N; i++)
        printf("%a\n", u[i]);
    return 0;
}
