/* verify: refuted
 * The rest starts a point too early, which is blended twice.
 */
#include <stddef.h>
#include <stdio.h>

#ifndef N
#define N 15
#endif

void blend(size_t n, float s, const float *restrict x, float *restrict y)
{
    size_t i = 0;

    for (; i + 4 <= n; i += 4) {
        y[i] = y[i] + s * x[i];
        y[i + 1] = y[i + 1] + s * x[i + 1];
        y[i + 2] = y[i + 2] + s * x[i + 2];
        y[i + 3] = y[i + 3] + s * x[i + 3];
    }
    for (i = i > 0 ? i - 1 : 0; i < n; i++)
        y[i] = y[i] + s * x[i];
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
