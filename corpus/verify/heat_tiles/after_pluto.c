/* verify: proved
 * Tiles that are numbered, as polyhedral compilers print them.
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
#define floord(x, y) ((x) < 0 ? -((-(x) + (y) - 1) / (y)) : (x) / (y))

void heat(int n, int steps, double a[], double b[])
{
    int t1, t2, t3, t4;

    if (steps >= 1 && n >= 3) {
        for (t1 = 0; t1 <= floord(steps - 1, 4); t1++)
            for (t2 = t1; t2 <= floord(8 * t1 + n + 6, 8); t2++)
                for (t3 = max(0, 4 * t1); t3 <= min(steps - 1, 4 * t1 + 3); t3++) {
                    for (t4 = max(8 * t2, 2 * t3 + 1); t4 <= min(8 * t2 + 7, 2 * t3 + n - 2); t4++)
                        b[-2 * t3 + t4] = (a[-2 * t3 + t4 - 1] + a[-2 * t3 + t4] + a[-2 * t3 + t4 + 1]) / 3;
                    for (t4 = max(8 * t2, 2 * t3 + 2); t4 <= min(8 * t2 + 7, 2 * t3 + n - 1); t4++)
                        a[-2 * t3 + t4 - 1] = (b[-2 * t3 + t4 - 2] + b[-2 * t3 + t4 - 1] + b[-2 * t3 + t4]) / 3;
                }
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
