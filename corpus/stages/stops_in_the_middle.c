/*
 * A curve that is straightened until it hardly moves: each round ends the loop in its middle if
 * nothing is left to correct.
 *
 * Expected:
 *   miss     one value
 *   weight   one value
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double settle(const double *x, const double *y, int n)
{
    double *miss = malloc(n * sizeof *miss);
    double *weight = malloc(n * sizeof *weight);
    double slope = 0, change = 1;

    if (!miss || !weight)
        exit(1);
    while (change > 1e-9) {
        double all = 0;
        for (int i = 0; i < n; i++)
            miss[i] = fabs(y[i] - slope * x[i]);
        for (int i = 0; i < n; i++)
            all += miss[i];
        if (all <= 1e-6)
            break;

        double xx = 0, xy = 0;
        for (int i = 0; i < n; i++)
            weight[i] = 1 / (1 + fabs(y[i] - slope * x[i]) / all);
        for (int i = 0; i < n; i++) {
            xx += weight[i] * x[i] * x[i];
            xy += weight[i] * x[i] * y[i];
        }
        change = fabs(xy / xx - slope);
        slope = xy / xx;
    }
    free(miss);
    free(weight);
    return slope;
}

int main(void)
{
    double x[50], y[50];

    for (int i = 0; i < 50; i++) {
        x[i] = i + 1;
        y[i] = 3 * x[i] + i * 7 % 5;
    }
    printf("%.12f\n", settle(x, y, 50));
    return 0;
}
