/* Steps other than one, both directions, iterators of several types, bounds on either side. */
#include <stddef.h>
#include <stdio.h>

#ifndef N
#define N 14
#endif

static void kernel(size_t n, const double *restrict in, double *restrict out)
{
    double even[n + 1];
    double back[N + 2];
    double rows[n][3];

    for (size_t i = 0; i < n; i += 2) {
        even[i] = 1.25 * in[i];
        out[i] = even[i] + 1.0;
    }
    for (int i = N - 1; 0 <= i; --i) {
        back[i] = in[i] * 0.5;
        if (i + 1 < N)
            out[i] += back[i + 1];
    }
    for (long k = 0; k != (long)n; k++) {
        for (unsigned j = 0u; j <= 2u; j += 1u)
            rows[k][j] = in[k] + j;
        for (unsigned j = 1; j < 3; j = j + 1)
            out[k] += rows[k][j] * rows[k][j - 1];
    }
}

int main(void)
{
    double in[N], out[N] = {0};
    for (int i = 0; i < N; i++)
        in[i] = 1.0 / (i + 2);
    kernel(N, in, out);
    for (int i = 0; i < N; i++)
        printf("%a\n", out[i]);
    return 0;
}
