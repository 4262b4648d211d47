/* verify: proved
 * Parallelograms whose size is a variable; bounds are joined by `&&`.
 */
#include <stdio.h>

#ifndef N
#define N 17 /* points */
#endif
#ifndef T
#define T 9 /* steps */
#endif

#define max(x, y) ((x) > (y) ? (x) : (y))
#define min(x, y) ((x) < (y) ? (x) : (y))

int tile = 4;

void heat(int n, int steps, double a[steps + 1][n])
{
    const int size = tile > 0 ? tile : 1;

    for (int tt = 0; tt < steps; tt += size)
        for (int ii = tt + 1; ii < tt + size + n; ii += size)
            for (int t = tt; t < steps && t < tt + size; t++)
                for (int i = max(1, ii - t); i < n - 1 && i < ii + size - t; i++)
                    a[t + 1][i] = (a[t][i - 1] + a[t][i] + a[t][i + 1]) / 3;
}

static double a[T + 1][N];

int main(void)
{
    unsigned seed = 12;

    for (int t = 0; t <= T; t++)
        for (int i = 0; i < N; i++) {
            seed = seed * 1664525u + 1013904223u;
            a[t][i] = (seed >> 8) / 1024.0;
        }

    heat(N, T, a);

    for (int t = 0; t <= T; t++)
        for (int i = 0; i < N; i++)
            printf("%a\n", a[t][i]);
    return 0;
}
