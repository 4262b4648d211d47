/* verify: proved
 * Skewed by two: all points of a wavefront are independent.
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
    for (int s = 1; s <= 2 * (t_end - 1) + n - 2; s++) {
        int first = s - (n - 2) > 0 ? (s - (n - 2) + 1) / 2 : 0;
        int last = (s - 1) / 2 < t_end - 1 ? (s - 1) / 2 : t_end - 1;

        for (int t = last; t >= first; t--) {
            int i = s - 2 * t;

            a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
        }
    }
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
