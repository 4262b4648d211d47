/*
 * Heat in a rod: a function takes one row of a table to the next one, and the whole history is
 * looked at afterwards. The table frees its rows if there is too little memory.
 *
 * Expected:
 *   heat     two rows
 *   change   one row
 */
#include <stdio.h>
#include <stdlib.h>

static double **table(int rows, int columns)
{
    int i;
    double **all = malloc(rows * sizeof(double *));
    if (!all)
        return NULL;
    for (i = 0; i < rows; i++) {
        all[i] = malloc(columns * sizeof(double));
        if (!all[i]) {
            while (i-- > 0)
                free(all[i]);
            free(all);
            return NULL;
        }
    }
    return all;
}

static void release(double **all, int rows)
{
    int i;
    if (!all)
        return;
    for (i = 0; i < rows; i++)
        free(all[i]);
    free(all);
}

static void step(const double *old, double *new, int n, double rate)
{
    int last = n - 1;
    new[0] = old[0];
    for (int i = 1; i < last; i++)
        new[i] = old[i] + rate * (old[i - 1] - 2 * old[i] + old[i + 1]);
    new[last] = old[last];
}

int main(void)
{
    int n = 20, steps = 50, k, i;
    double most = 0, sum = 0;
    double **heat = table(steps + 1, n), **change = table(steps, n);
    if (!heat || !change) {
        release(heat, steps + 1);
        release(change, steps);
        return 1;
    }
    for (i = 0; i < n; i++)
        heat[0][i] = i % 7;
    for (k = 0; k < steps; k++)
        step(heat[k], heat[k + 1], n, 0.2);
    for (k = 0; k < steps; k++)
        for (i = 0; i < n; i++)
            change[k][i] = heat[k + 1][i] - heat[k][i];
    for (k = 0; k < steps; k++)
        for (i = 0; i < n; i++)
            if (change[k][i] > most)
                most = change[k][i];
    for (i = 0; i < n; i++)
        sum += (i + 1) * heat[steps][i];
    printf("%.8f %.8f\n", most, sum);
    release(heat, steps + 1);
    release(change, steps);
    return 0;
}
