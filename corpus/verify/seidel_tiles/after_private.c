/* verify: proved
 * The same with a counter of the function, of which each thread has its own.
 */
#include <stdio.h>

#ifndef N
#define N 12 /* rows and columns */
#endif
#ifndef T
#define T 4 /* sweeps */
#endif

#define max(x, y) ((x) > (y) ? (x) : (y))
#define min(x, y) ((x) < (y) ? (x) : (y))

long tile_sweeps = 2, tile_rows = 3, tile_columns = 4;

void sweeps(int n, int t_end, double a[n][n])
{
    const long p = max(1, tile_sweeps), q = max(1, tile_rows), r = max(1, tile_columns);
    const long nt = (t_end + p - 1) / p, ni = (t_end + n - 3 + q - 1) / q;
    int t;

    for (long w = 0; w < nt + ni - 1; w++) {
        #pragma omp parallel for private(t)
        for (long k = max(0, w - ni + 1); k <= min(w, nt - 1); k++) {
            const long tt = k * p, ii = 1 + (w - k) * q;

            for (long jj = 2 * tt; jj < 2 * (tt + p) + t_end + 2 * n; jj += r)
                for (t = tt; t < min(t_end, tt + p); t++)
                    for (int i = max(1, ii - t); i < min(n - 1, ii + q - t); i++)
                        for (int j = max(1, jj - (i + 2 * t)); j < min(n - 1, jj + r - (i + 2 * t)); j++)
                            a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1]
                                       + a[i][j - 1] + a[i][j] + a[i][j + 1]
                                       + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) / 9;
        }
    }
}

static double a[N][N];

int main(void)
{
    unsigned seed = 12;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            seed = seed * 1664525u + 1013904223u;
            a[i][j] = (seed >> 8) / 1024.0;
        }

    sweeps(N, T, a);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%a\n", a[i][j]);
    return 0;
}
