/* All rows are read at the end, so no row lives longer than another. */
#include <stdio.h>

#ifndef N
#define N 9
#endif

int main(void)
{
    double u[N][N], s = 0;

    for (int i = 0; i < N; i++)
        u[0][i] = i % 4;
    for (int t = 1; t < N; t++)
        for (int i = 0; i < N; i++)
            u[t][i] = 0.5 * (u[t - 1][i] + u[t - 1][(i + 1) % N]);
    for (int t = 0; t < N; t++)
        for (int i = 0; i < N; i++)
            s += u[t][i] * (t + 1);
    printf("%a\n", s);
    return 0;
}
