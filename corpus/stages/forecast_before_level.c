/* The error of a forecast reads the level of the day before: it is computed before the new level,
   and the loop needs no tests. */
#include <stdio.h>

#define DAYS 60

int main(void)
{
    double load[DAYS], level[DAYS], trend[DAYS], error[DAYS];
    double sum = 0, worst = 0;

    for (int t = 0; t < DAYS; t++)
        load[t] = 20 + (t * 13 % 7) - 0.1 * t;

    for (int k = 1; k < 5; k++) {
        double alpha = k / 10.0;

        level[0] = load[0];
        trend[0] = 0;
        /* Level and trend of each day. */
        for (int t = 1; t < DAYS; t++) {
            level[t] = alpha * load[t] + (1 - alpha) * (level[t - 1] + trend[t - 1]);
            trend[t] = trend[t - 1] + alpha * (level[t] - level[t - 1] - trend[t - 1]);
        }

        /* What the day before promised. */
        for (int t = 1; t < DAYS; t++)
            error[t] = load[t] - level[t - 1] - trend[t - 1];

        for (int t = 1; t < DAYS; t++)
            if (error[t] * error[t] > worst)
                worst = error[t] * error[t];
        for (int t = 1; t < DAYS; t++)
            sum += error[t];
        printf("%.1f: %.4f %.4f, at last %.4f\n", alpha, sum, worst, level[DAYS - 1]);
    }
    return 0;
}
