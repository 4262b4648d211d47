/*
 * Heat along a rod with insulated ends; all steps are kept. A tile is a parallelogram.
 *
 * Expected, after a fold of the tiled text:
 *   u        two rows
 *   u_tile   two rows of a tile, with two cells of the tile beside it
 */
#include <stdio.h>

#ifndef N
#define N 40
#endif
#ifndef T
#define T 13
#endif

static void heat(int steps, int n, const double in[n], double out[n])
{
    double u[steps + 1][n];

    for (int i = 0; i < n; i++)
        u[0][i] = in[i];
    for (int t = 0; t < steps; t++) {
        u[t + 1][0] = u[t][0];
        u[t + 1][n - 1] = u[t][n - 1];
        for (int i = 1; i < n - 1; i++)
            u[t + 1][i] = 0.25 * u[t][i - 1] + 0.5 * u[t][i] + 0.25 * u[t][i + 1];
    }
    for (int i = 0; i < n; i++)
        out[i] = u[steps][i];
}

int main(void)
{
    static double in[N], out[N];

    for (int i = 0; i < N; i++)
        in[i] = (i * 37 + 11) % 101;
    for (int steps = 1; steps <= T; steps++) {
        heat(steps, N, in, out);
        for (int i = 0; i < N; i++)
            printf("%a\n", out[i]);
    }
    return 0;
}
