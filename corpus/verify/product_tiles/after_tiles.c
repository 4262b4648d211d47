/* verify: proved
 * Tiles whose size is a variable; threads share the rows.
 */
#include <stdio.h>

#ifndef N
#define N 13 /* rows and columns */
#endif

#define min(x, y) ((x) < (y) ? (x) : (y))

int tile = 4;

void product(int n, double a[n][n], double b[n][n], double c[n][n])
{
    const int size = tile < 1 ? 1 : tile;

    #pragma omp parallel for
    for (int ii = 0; ii < n; ii += size)
        for (int jj = 0; jj < n; jj += size)
            for (int kk = 0; kk < n; kk += size)
                for (int i = ii; i < min(n, ii + size); i++)
                    for (int j = jj; j < min(n, jj + size); j++) {
                        if (kk == 0)
                            c[i][j] = 0;
                        for (int k = kk; k < min(n, kk + size); k++)
                            c[i][j] += a[i][k] * b[k][j];
                    }
}

static double a[N][N], b[N][N], c[N][N];

int main(void)
{
    unsigned seed = 12;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            seed = seed * 1664525u + 1013904223u;
            a[i][j] = (seed >> 8) / 1024.0;
            b[i][j] = (seed >> 4) % 77 / 3.0;
        }

    product(N, a, b, c);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%a\n", c[i][j]);
    return 0;
}
