/* The pragma lists all names that threads may use, so no new array may appear there. */
#include <stdio.h>

#ifndef N
#define N 16
#endif

int main(void)
{
    double u[N][N], out[N];

    for (int i = 0; i < N; i++)
        u[0][i] = i % 5;
    for (int t = 1; t < N; t++) {
#pragma omp parallel for default(none) shared(u, t)
        for (int i = 0; i < N; i++)
            u[t][i] = u[t - 1][N - 1 - i] + 0.5;
    }
    for (int i = 0; i < N; i++)
        out[i] = u[N - 1][i] - u[0][i];
    for (int i = 0; i < N; i++)
        printf("%a\n", out[i]);
    return 0;
}
