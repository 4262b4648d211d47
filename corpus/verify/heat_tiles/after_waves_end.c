/* verify: refuted
 * The last diagonal is missing.
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

int tile_steps = 3, tile_points = 5;

void heat(int n, int steps, double a[], double b[])
{
    const long rows = tile_steps < 1 ? 1 : tile_steps, cols = tile_points < 1 ? 1 : tile_points;

    const long nt = (steps + rows - 1) / rows, ni = (2 * steps + n - 3 + cols - 1) / cols;

    for (long w = 0; w < nt + ni - 2; w++) {
        #pragma omp parallel for
        for (long p = w < ni ? 0 : w - ni + 1; p <= (w < nt ? w : nt - 1); p++) {
            const long tt = p * rows, ii = 1 + (w - p) * cols;

            for (int t = max(0, tt); t < min(steps, tt + rows); t++) {
                for (int i = max(1, ii - 2 * t); i < min(n - 1, ii + cols - 2 * t); i++)
                    b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
                for (int i = max(1, ii - 2 * t - 1); i < min(n - 1, ii + cols - 2 * t - 1); i++)
                    a[i] = (b[i - 1] + b[i] + b[i + 1]) / 3;
            }
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
