/*
 * Every second sample: a step that is a quotient of macros is a number, as one that is a macro.
 *
 * Expected:
 *   slope, bend  1
 */
#include <stdio.h>

#define N 200
#define STEP (N / 100)

static double value[N + 1];

int main(void)
{
    double slope[N + 1], bend[N + 1];
    int i;

    for (i = 0; i <= N; i++)
        value[i] = i * i % 23;
    for (i = STEP; i < N; i += STEP)
        slope[i] = (value[i + 1] - value[i - 1]) / 2;
    for (i = STEP; i < N; i += STEP)
        bend[i] = slope[i] * slope[i] + value[i];
    for (i = STEP; i < N; i = i + STEP)
        printf("%d %g\n", i, bend[i]);
    return 0;
}
