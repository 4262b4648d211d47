/* verify: refuted
 * Skewed by one, but the sweeps run backwards: skewed by two they could.
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
    for (int s = 1; s <= t_end - 1 + n - 2; s++)
        for (int t = t_end - 1; t >= 0; t--)
            if (s - t >= 1 && s - t < n - 1)
                a[s - t] = (a[s - t - 1] + a[s - t] + a[s - t + 1]) / 3;
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
