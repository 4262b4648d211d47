/*
 * One allocation is cut into the columns of a table.
 *
 * Expected:
 *   rate, clean    one element each: they become allocations of their own
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 40;
    if (n < 3)
        return 1;
    double *table = malloc((size_t)5 * n * sizeof(double));
    if (!table) {
        perror("table");
        return 1;
    }
    double *truth = table, *rate = table + n;
    double *clean = rate + n;
    double *pairs = &table[3 * n]; /* two for each sample */

    for (int i = 0; i < n; i++)
        truth[i] = sin(0.1 * i);
    for (int i = 0; i < n; i++)
        rate[i] = cos(0.1 * i) + 0.01 * (i % 3);
    for (int i = 1; i < n; i++)
        clean[i] = rate[i] - (truth[i] - truth[i - 1]);
    for (int i = 1; i < n; i++) {
        pairs[2 * i] = clean[i];
        pairs[2 * i + 1] = clean[i] * clean[i];
    }
    double sum = 0;
    for (int i = 2; i < 2 * n; i++)
        sum += pairs[i] / i;
    printf("%.9f\n", sum);
    free(table);
    return 0;
}
