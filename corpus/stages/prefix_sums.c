/*
 * Means of a window from sums of all that is before: the first and the last element of each window
 * are variables that are cut at both ends of the samples. The element before the first is set by
 * itself. A filter of which a loop ends by data follows in one of both functions.
 *
 * Expected:
 *   sums, squares   2 * HALF + 2 elements
 *   mean, low       one element
 *   high            3 elements
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 300 /* samples */
#endif
#define HALF 12

static int means(const double *restrict x, double *restrict out, size_t n)
{
    size_t i;
    double *sums = malloc((n + 1) * sizeof *sums);

    if (!sums)
        return -1;
    sums[0] = 0;
    for (i = 0; i < n; i++)
        sums[i + 1] = sums[i] + x[i];
    for (i = 0; i < n; i++) {
        size_t first = i < HALF ? 0 : i - HALF;
        size_t end = i + HALF + 1 > n ? n : i + HALF + 1;

        out[i] = (sums[end] - sums[first]) / (double)(end - first);
    }
    free(sums);
    return 0;
}

static double middles(const double *restrict x, size_t n)
{
    size_t i;
    double all = -1;
    double *squares = malloc((n + 1) * sizeof *squares);
    double *high = malloc(n * sizeof *high);
    double *low = malloc(n * sizeof *low);

    if (!squares || !high || !low)
        goto out;
    all = 0;
    squares[0] = 0;
    for (i = 0; i < n; i++)
        squares[i + 1] = squares[i] + x[i] * x[i];
    for (i = 0; i < n; i++) {
        size_t first = i < HALF ? 0 : i - HALF;
        size_t end = i + HALF + 1 > n ? n : i + HALF + 1;

        high[i] = squares[end] - squares[first];
    }
    for (i = 0; i < n; i++) {
        double near[3];
        int j, k;

        if (i < 1 || i + 1 >= n) {
            low[i] = high[i];
            continue;
        }
        for (k = 0; k < 3; k++) {
            double value = high[i - 1 + k];

            for (j = k; j > 0 && near[j - 1] > value; j--)
                near[j] = near[j - 1];
            near[j] = value;
        }
        low[i] = near[1];
    }
    for (i = 0; i < n; i++)
        all += low[i];
out:
    free(squares);
    free(high);
    free(low);
    return all;
}

static double x[H], mean[H];

int main(void)
{
    double sum = 0;

    for (int i = 0; i < H; i++)
        x[i] = i * 37 % 101;
    if (means(x, mean, H))
        return 1;
    for (int i = 0; i < H; i++)
        sum += mean[i] * (i % 3);
    printf("%g %g\n", sum, middles(x, H));
    return 0;
}
