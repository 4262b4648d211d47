/* verify: refuted
 * Rows are skewed, columns are not.
 */
#include <stdio.h>

#ifndef N
#define N 14 /* rows and columns */
#endif
#ifndef T
#define T 5 /* steps */
#endif

#define max(x, y) ((x) > (y) ? (x) : (y))
#define min(x, y) ((x) < (y) ? (x) : (y))

int tile = 3;

void heat(int n, int steps, double a[n][n], double b[n][n])
{
    const long size = tile > 0 ? tile : 1;

    for (long tt = 0; tt < steps; tt += size)
        for (long ii = 2 * tt + 1; ii < 2 * (tt + size) + n; ii += size)
            for (long jj = 2 * tt + 1; jj < 2 * (tt + size) + n; jj += size)
                for (int t = tt; t < min(steps, tt + size); t++) {
                    for (int i = max(1, ii - 2 * t); i < min(n - 1, ii + size - 2 * t); i++)
                        for (int j = max(1, jj - t); j < min(n - 1, jj + size - t); j++)
                            b[i][j] = (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) / 5;
                    for (int i = max(1, ii - 2 * t - 1); i < min(n - 1, ii + size - 2 * t - 1); i++)
                        for (int j = max(1, jj - t - 1); j < min(n - 1, jj + size - t - 1); j++)
                            a[i][j] = (b[i][j] + b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]) / 5;
                }
}

static double a[N][N], b[N][N];

int main(void)
{
    unsigned seed = 12;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            seed = seed * 1664525u + 1013904223u;
            a[i][j] = (seed >> 8) / 1024.0;
            b[i][j] = i + j;
        }

    heat(N, T, a, b);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%a\n", a[i][j]);
    return 0;
}
