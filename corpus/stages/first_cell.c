/*
 * A table is filled, its first element is set, and each row follows from the one before.
 *
 * Expected:
 *   cost    one row
 *   path    two rows
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 9
#endif
#ifndef M
#define M 7
#endif
#define PATH(i, j) path[(i) * (m + 1) + (j)]
#define FAR 1e9

static double least(double a, double b)
{
    return a < b ? a : b;
}

static void warp(int n, int m, const double *a, const double *b, double *last)
{
    if (n < 1 || m < 1)
        return;
    double *cost = malloc(n * m * sizeof(double));
    double *path = malloc((n + 1) * (m + 1) * sizeof(double));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            cost[i * m + j] = (a[i] - b[j]) * (a[i] - b[j]);
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++)
            PATH(i, j) = FAR;
    PATH(0, 0) = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            double before = least(PATH(i - 1, j), PATH(i, j - 1));
            PATH(i, j) = cost[(i - 1) * m + j - 1] + least(before, PATH(i - 1, j - 1));
        }
    for (int i = 1; i <= n; i++)
        last[i - 1] = PATH(i, m);
    free(cost);
    free(path);
}

int main(void)
{
    double a[N], b[M], last[N], sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = i * 3 % 5;
    for (int j = 0; j < M; j++)
        b[j] = j * 4 % 5 + 0.5;
    warp(N, M, a, b, last);
    for (int i = 0; i < N; i++)
        sum = 0.5 * sum + last[i];
    printf("%.6f\n", sum);
    return 0;
}
