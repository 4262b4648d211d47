/* A loop over factors around two loops over time: the number that both read is no row. */
#include <stdio.h>

#ifndef N
#define N 300 /* samples */
#endif

static double sample[N];

int main(void)
{
    double level[N];

    for (int t = 0; t < N; t++)
        sample[t] = t * 37 % 101 / 8.0;
    for (int k = 1; k < 5; k++) {
        double factor = k / 5.0, error = 0;

        level[0] = sample[0];
        for (int t = 1; t < N; t++)
            level[t] = factor * sample[t] + (1 - factor) * level[t - 1];
        for (int t = 0; t < N; t++)
            error += (sample[t] - level[t]) * (sample[t] - level[t]);
        printf("%.1f %.6f\n", factor, error);
    }
    return 0;
}
