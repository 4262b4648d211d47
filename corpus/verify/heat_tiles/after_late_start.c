/* verify: refuted
 * The first tile of a row begins one point too late.
 */
#include <stdio.h>

#ifndef N
#define N 40 /* points */
#endif
#ifndef T
#define T 7 /* steps */
#endif

#define max(x, y) ((x) > (y) ? (x) : (y))
#define min(x, y) ((x) < (y) ? (x) : (y))

void heat(int n, int steps, double a[], double b[])
{
    for (long tt = 0; tt < steps; tt += 4)
        for (long ii = 2 * tt + 2; ii < 2 * (tt + 4 - 1) + n; ii += 8)
            for (int t = max(0, tt); t < min(steps, tt + 4); t++) {
                for (int i = max(1, ii - 2 * t); i < min(n - 1, ii + 8 - 2 * t); i++)
                    b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
                for (int i = max(1, ii - (2 * t + 1)); i < min(n - 1, ii + 8 - (2 * t + 1)); i++)
                    a[i] = (b[i - 1] + b[i] + b[i + 1]) / 3;
            }
}

static double a[N], b[N];

int main(void)
{
    unsigned seed = 12;

    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = (seed >> 8) / 1024.0;
        b[i] = i;
    }

    heat(N, T, a, b);

    for (int i = 0; i < N; i++)
        printf("%a\n", a[i]);
    return 0;
}
