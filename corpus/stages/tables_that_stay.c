/*
 * Near misses of tables of pointers that become objects: their elements change places, a function
 * gets the whole table, a subscript is data, a pointer into the table is kept.
 *
 * Expected: stay, all of them.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 40
#endif

static double last(double **all, int count)
{
    return all[count - 1][N - 1];
}

int main(int argc, char **argv)
{
    double *swapped[2], *passed[2], *chosen[2], *kept[2], **first = kept;
    (void) argv;
    for (int k = 0; k < 2; k++) {
        swapped[k] = calloc(N, sizeof(double));
        passed[k] = calloc(N, sizeof(double));
        chosen[k] = calloc(N, sizeof(double));
        kept[k] = calloc(N, sizeof(double));
        if (!swapped[k] || !passed[k] || !chosen[k] || !kept[k])
            return 1;
    }
    for (int i = 0; i < N; i++)
        swapped[0][i] = passed[0][i] = chosen[0][i] = first[0][i] = i % 5;
    for (int t = 0; t < 3; t++) {
        for (int i = 1; i < N; i++)
            swapped[1][i] = swapped[0][i - 1] + 1.0;
        double *old = swapped[0];
        swapped[0] = swapped[1];
        swapped[1] = old;
    }
    for (int i = 1; i < N; i++) {
        passed[1][i] = passed[0][i - 1];
        chosen[argc % 2][i] = chosen[0][i] + 1.0;
        kept[1][i] = kept[0][i - 1];
    }
    double sum = 0.0;
    for (int i = 1; i < N; i++)
        sum += swapped[0][i] + passed[1][i] * chosen[1][i] + kept[1][i];
    printf("%g %g\n", sum, last(passed, 2));
    for (int k = 0; k < 2; k++) {
        free(swapped[k]);
        free(passed[k]);
        free(chosen[k]);
        free(kept[k]);
    }
    return 0;
}
