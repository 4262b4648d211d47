/* verify: proved
 * The third statement has a loop of its own.
 */
#include <stdio.h>

#ifndef N
#define N 13
#endif

void chain(int n, const float *restrict a, float *restrict u, float *restrict v, float *restrict w)
{
    for (int i = 1; i < n; i++) {
        u[i] = v[i - 1] * 0.5f + a[i];
        v[i] = u[i] - a[i - 1];
    }
    for (int i = 1; i < n; i++)
        w[i] = v[i] * u[i - 1];
}

static float a[N], u[N], v[N], w[N];

int main(void)
{
    unsigned seed = 6;

    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = (seed >> 8) / 16777216.0f;
        u[i] = a[i] + 1;
        v[i] = a[i] - 2;
    }

    chain(N, a, u, v, w);

    for (int i = 0; i < N; i++)
        printf("%a %a %a\n", u[i], v[i], w[i]);
    return 0;
}
