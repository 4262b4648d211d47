/*
 * Distances of two walks in a flat table whose rows have m + 1 elements, m a length.
 *
 * Expected:
 *   cost   two rows
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 14
#endif

static double least(double a, double b)
{
    return a < b ? a : b;
}

double warped(const char *first, const char *second)
{
    const int n = strlen(first);
    const int m = strlen(second);
    double *cost = malloc((n + 1) * (m + 1) * sizeof *cost);
    for (int i = 0; i <= n; i++)
        cost[i * (m + 1)] = 3 * i;
    for (int j = 0; j <= m; j++)
        cost[j] = 3 * j;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            double apart = first[i - 1] - second[j - 1];
            double before = least(cost[(i - 1) * (m + 1) + j], cost[i * (m + 1) + j - 1]);
            before = least(before, cost[(i - 1) * (m + 1) + j - 1]);
            cost[i * (m + 1) + j] = before + apart * apart;
        }
    const double all = cost[n * (m + 1) + m];
    free(cost);
    return all;
}

int main(void)
{
    char first[N + 1], second[2 * N + 1];
    for (int i = 0; i < N; i++)
        first[i] = 'a' + i * 5 % 9;
    for (int j = 0; j < 2 * N; j++)
        second[j] = 'a' + j * 3 % 8;
    first[N] = second[2 * N] = '\0';
    printf("%.3f %.3f %.3f\n", warped(first, second), warped(second, first), warped("", first));
    return 0;
}
