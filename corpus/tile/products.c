/*
 * Products of matrices as people write them: an element that is set and then summed up, a sum in a
 * variable of its own, flat arrays.
 *
 * Expected: rectangles; the element is set in the first tile of k; the loop with the variable is not
 * divided.
 */
#include <stdio.h>

#ifndef N
#define N 11 /* rows */
#endif
#ifndef M
#define M 13 /* columns */
#endif
#ifndef K
#define K 9 /* products of an element */
#endif

static void product(double c[restrict N][M], const double a[restrict N][K],
                    const double b[restrict K][M])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            c[i][j] = 0.0;
            for (int k = 0; k < K; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

static void flat(int m, int n, int k, const float *a, const float *b, float *restrict c)
{
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            float sum = 0.0f; /* in the order of p */
            for (int p = 0; p < k; p++)
                sum += a[i * k + p] * b[p * n + j];
            c[i * n + j] = sum;
        }
    }
}

static unsigned int rng = 15u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

static double a[N][K], b[K][M], c[N][M];
static float p[N * K], q[K * M], r[N * M];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < K; k++)
            p[i * K + k] = a[i][k] = value();
    for (int k = 0; k < K; k++)
        for (int j = 0; j < M; j++)
            q[k * M + j] = b[k][j] = value();
    product(c, (const double(*)[K])a, (const double(*)[M])b);
    flat(N, M, K, p, q, r);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            printf("%a %a\n", c[i][j], r[i * M + j]);
    return 0;
}
