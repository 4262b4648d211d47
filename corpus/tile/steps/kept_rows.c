/*
 * Heat along a rod with insulated ends; all steps are kept. A tile needs no copies of rows that it
 * does not compute, and stores its part of the last one.
 */
#include <stdio.h>

#ifndef N
#define N 60
#endif
#ifndef T
#define T 14
#endif

static void heat(int steps, int n, const double in[n], double out[n])
{
    double u[steps + 1][n];

    for (int i = 0; i < n; i++)
        u[0][i] = in[i];
    for (int t = 0; t < steps; t++) {
        u[t + 1][0] = 0.5 * (u[t][0] + u[t][1]);
        for (int i = 1; i < n - 1; i++)
            u[t + 1][i] = 0.25 * u[t][i - 1] + 0.5 * u[t][i] + 0.25 * u[t][i + 1];
        u[t + 1][n - 1] = 0.5 * (u[t][n - 2] + u[t][n - 1]);
    }
    for (int i = 0; i < n; i++)
        out[i] = u[steps][i];
}

int main(void)
{
    static double in[N], out[N];

    for (int i = 0; i < N; i++)
        in[i] = i * 37 % 101;
    if (N > 1)
        heat(T, N, in, out);
    for (int i = 0; i < N; i++)
        printf("%a\n", out[i]);
    return 0;
}
