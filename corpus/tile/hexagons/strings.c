/*
 * A string that was plucked; all steps are kept, and each step needs the two before it.
 */
#include <stdio.h>

#ifndef N
#define N 90
#endif
#ifndef T
#define T 37
#endif

static double u[T + 2][N];

static void swing(void)
{
    for (int t = 1; t <= T; t++)
        for (int i = 1; i < N - 1; i++)
            u[t + 1][i] = 2 * u[t][i] - u[t - 1][i] + 0.25 * (u[t][i - 1] - 2 * u[t][i] + u[t][i + 1]);
}

int main(void)
{
    double sum = 0;

    for (int i = 0; i < N; i++)
        u[0][i] = u[1][i] = (i * 37 % 101) / 101.0;
    swing();
    for (int i = 0; i < N; i++) {
        sum += u[T + 1][i] * (i + 1);
        printf("%a\n", sum);
    }
    return 0;
}
