/* verify: refuted
 * The loops are interchanged without a skew.
 */
#include <stdio.h>

#ifndef N
#define N 10 /* points */
#endif
#ifndef T
#define T 4 /* sweeps */
#endif

void sweeps(int n, int t_end, float a[])
{
    for (int i = 1; i < n - 1; i++)
        for (int t = 0; t < t_end; t++)
            a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
}

static float a[N];

int main(void)
{
    unsigned seed = 12;

    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = (seed >> 8) / 1024.0f;
    }

    sweeps(N, T, a);

    for (int i = 0; i < N; i++)
        printf("%a\n", a[i]);
    return 0;
}
