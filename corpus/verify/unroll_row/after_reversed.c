/* verify: proved
 * From the end to the start: the iterations are independent.
 */
#include <stddef.h>
#include <stdio.h>

#ifndef N
#define N 15
#endif

void blend(size_t n, float s, const float *restrict x, float *restrict y)
{
    while (n-- > 0)
        y[n] += x[n] * s;
}

int main(void)
{
    static float x[N], y[N];
    unsigned seed = 13;

    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        x[i] = (seed >> 8) / 16777216.0f;
        y[i] = 1 - x[i] / 3;
    }

    blend(N, 0.3f, x, y);

    for (int i = 0; i < N; i++)
        printf("%a\n", y[i]);
    return 0;
}
