/*
 * Heat along a rod with fixed ends; all steps are kept. Each tile has a buffer.
 *
 * Expected, after a fold of the tiled text in diamonds of B steps to each side:
 *   u_tile   two rows of 2B + 2
 */
#include <stdio.h>

#ifndef N
#define N 70
#endif
#ifndef T
#define T 41
#endif

static void heat(int steps, int n, const double in[n], double out[n])
{
    double u[steps + 1][n];

    for (int i = 0; i < n; i++)
        u[0][i] = in[i];
    for (int t = 1; t <= steps; t++) {
        u[t][0] = in[0];
        u[t][n - 1] = in[n - 1];
    }
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            u[t + 1][i] = 0.25 * u[t][i - 1] + 0.5 * u[t][i] + 0.25 * u[t][i + 1];
    for (int i = 0; i < n; i++)
        out[i] = u[steps][i];
}

int main(void)
{
    static double in[N], out[N];

    for (int i = 0; i < N; i++)
        in[i] = i * 37 % 101;
    heat(T, N, in, out);
    for (int i = 0; i < N; i++)
        printf("%a\n", out[i]);
    return 0;
}
