/*
 * A string between two ends. What the ends did in all time steps is needed
 * after the last one.
 *
 * Expected:
 *   u   column 0 as an array of its own; the rest along the diagonals that end
 *       at the last column: 47 elements instead of 280
 */
#include <stdio.h>

#ifndef N
#define N 20
#endif
#ifndef T
#define T 14
#endif

static void wave(const float in[N], float left[T], float right[T])
{
    float u[T][N];
    int t, i;

    for (i = 0; i < N; i++)
        u[0][i] = in[i];
    for (t = 1; t < T; t++)
        for (i = 0; i < N; i++) {
            if (i == 0)
                u[t][i] = u[t - 1][i + 1];
            else if (i == N - 1)
                u[t][i] = u[t - 1][i - 1];
            else
                u[t][i] = 0.5f * (u[t - 1][i - 1] + u[t - 1][i + 1]);
        }
    for (t = 0; t < T; t++) {
        left[t] = u[t][0];
        right[t] = u[t][N - 1];
    }
}

int main(void)
{
    float in[N], left[T], right[T];

    for (int i = 0; i < N; i++)
        in[i] = (float)(i * 7 % 11);
    wave(in, left, right);
    for (int t = 0; t < T; t++)
        printf("%a %a\n", left[t], right[t]);
    return 0;
}
