/*
 * A front that moves to the right: values come from one side alone. All steps are kept.
 */
#include <stdio.h>

#ifndef N
#define N 70
#endif
#ifndef T
#define T 41
#endif

int main(void)
{
    static double u[T + 1][N];

    for (int i = 0; i < N; i++)
        u[0][i] = i % 7;
    for (int t = 0; t < T; t++) {
        u[t + 1][0] = 1.0;
        for (int i = 1; i < N; i++)
            u[t + 1][i] = u[t][i] - 0.3 * (u[t][i] - u[t][i - 1]);
    }
    for (int i = 0; i < N; i++)
        printf("%a\n", u[T][i]);
    return 0;
}
