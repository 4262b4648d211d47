/*
 * Two series are compared by dynamic time warping, as textbooks write it: the cost table first, the
 * first row and the first column apart, with tests for places outside of a band. Macros hide the
 * places in flat tables.
 *
 * Expected:
 *   cost     1 row
 *   sum      2 rows
 *   steps    2 rows
 */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 17 /* elements of one series */
#endif
#ifndef M
#define M 19 /* elements of the other one */
#endif

#define COST(i, j) cost[(size_t)(i) * m + (j)]
#define SUM(i, j) sum[(size_t)(i) * m + (j)]
#define STEPS(i, j) steps[(size_t)(i) * m + (j)]

static double warped(const double *a, int n, const double *b, int m, int band, int *length)
{
    double result = -1.0;

    if (n < 1 || m < 1)
        return result;
    double *cost = malloc((size_t)n * m * sizeof *cost);
    double *sum = malloc((size_t)n * m * sizeof *sum);
    int *steps = malloc((size_t)n * m * sizeof *steps);
    if (!cost || !sum || !steps)
        goto out;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double d = a[i] - b[j];
            COST(i, j) = i - j > band || j - i > band ? DBL_MAX : d * d;
        }
    SUM(0, 0) = COST(0, 0);
    STEPS(0, 0) = 1;
    for (int j = 1; j < m; j++) {
        if (COST(0, j) == DBL_MAX || SUM(0, j - 1) == DBL_MAX)
            SUM(0, j) = DBL_MAX;
        else
            SUM(0, j) = SUM(0, j - 1) + COST(0, j);
        STEPS(0, j) = STEPS(0, j - 1) + 1;
    }
    for (int i = 1; i < n; i++) {
        if (COST(i, 0) == DBL_MAX || SUM(i - 1, 0) == DBL_MAX)
            SUM(i, 0) = DBL_MAX;
        else
            SUM(i, 0) = SUM(i - 1, 0) + COST(i, 0);
        STEPS(i, 0) = STEPS(i - 1, 0) + 1;
        for (int j = 1; j < m; j++) {
            double best = SUM(i - 1, j - 1);
            int count = STEPS(i - 1, j - 1);
            if (SUM(i - 1, j) < best) {
                best = SUM(i - 1, j);
                count = STEPS(i - 1, j);
            }
            if (SUM(i, j - 1) < best) {
                best = SUM(i, j - 1);
                count = STEPS(i, j - 1);
            }
            SUM(i, j) = best == DBL_MAX || COST(i, j) == DBL_MAX ? DBL_MAX : best + COST(i, j);
            STEPS(i, j) = count + 1;
        }
    }
    *length = STEPS(n - 1, m - 1);
    result = SUM(n - 1, m - 1);
out:
    free(cost);
    free(sum);
    free(steps);
    return result;
}

int main(void)
{
    double a[N], b[M];
    int length = 0;

    for (int i = 0; i < N; i++)
        a[i] = (i * 7) % 11;
    for (int j = 0; j < M; j++)
        b[j] = (j * 6) % 11;
    for (int band = 2; band < 8; band += 2) {
        double d = warped(a, N, b, M, band, &length);
        printf("band %d: %g in %d steps\n", band, d, length);
    }
    return 0;
}
