/*
 * Heat conduction in a cube, between two arrays at file scope.
 *
 * Expected: tiles of t, i + 2*t, j + 2*t; rows along k stay whole with three sizes.
 */
#include <stdio.h>

#ifndef N
#define N 8 /* points of a side */
#endif
#ifndef T
#define T 6 /* steps */
#endif

static double a[N][N][N], b[N][N][N];

static void kernel(void)
{
    for (int t = 1; t <= T; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                for (int k = 1; k < N - 1; k++)
                    b[i][j][k] = 0.4 * a[i][j][k] + 0.1 * (a[i - 1][j][k] + a[i + 1][j][k]
                               + a[i][j - 1][k] + a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1]);
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                for (int k = 1; k < N - 1; k++)
                    a[i][j][k] = 0.4 * b[i][j][k] + 0.1 * (b[i - 1][j][k] + b[i + 1][j][k]
                               + b[i][j - 1][k] + b[i][j + 1][k] + b[i][j][k - 1] + b[i][j][k + 1]);
    }
}

static unsigned int rng = 14u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

int main(void)
{
    double sum = 0.0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                a[i][j][k] = b[i][j][k] = value();
    kernel();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                sum = 0.99 * sum + a[i][j][k];
    printf("%a\n", sum);
    for (int i = 0; i < N && i < 40; i++)
        printf("%a\n", a[i][i][i]);
    return 0;
}
