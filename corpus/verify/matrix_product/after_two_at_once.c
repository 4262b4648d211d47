/* verify: proved
 * Two columns at once, and an odd last column.
 */
#include <stdio.h>

#ifndef N
#define N 6 /* rows */
#endif
#ifndef M
#define M 5 /* columns */
#endif
#ifndef K
#define K 7 /* terms of a sum */
#endif

void product(double a[N][K], double b[K][M], double c[N][M])
{
    for (int i = 0; i < N; i++) {
        int j = 0;

        for (; j + 1 < M; j += 2) {
            double even = 0, odd = 0;

            for (int k = 0; k < K; k++) {
                const double left = a[i][k];

                even += left * b[k][j];
                odd += left * b[k][j + 1];
            }
            c[i][j] = even;
            c[i][j + 1] = odd;
        }
        if (j < M) {
            c[i][j] = 0;
            for (int k = 0; k < K; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
    }
}

static double a[N][K], b[K][M], c[N][M];

int main(void)
{
    unsigned seed = 8;

    for (int i = 0; i < N; i++)
        for (int k = 0; k < K; k++) {
            seed = seed * 1664525u + 1013904223u;
            a[i][k] = (seed >> 8) / 3.0;
        }
    for (int k = 0; k < K; k++)
        for (int j = 0; j < M; j++) {
            seed = seed * 1664525u + 1013904223u;
            b[k][j] = (seed >> 8) / 7.0;
        }

    product(a, b, c);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            printf("%a\n", c[i][j]);
    return 0;
}
