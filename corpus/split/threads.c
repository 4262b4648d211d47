/*
 * Threads share the elements of each time step. Row 0 is needed at the end.
 *
 * Expected:
 *   u   2 rows of W, and a copy of row 0
 */
#include <stdio.h>

#ifndef W
#define W 33
#endif
#define STEPS 64

static void diffuse(int steps, const double *x, double *out)
{
    double u[STEPS][W];

    if (steps >= STEPS)
        return;
    for (int j = 0; j < W; j++)
        u[0][j] = x[j];
    for (int t = 1; t <= steps; t++) {
#pragma omp parallel for
        for (int j = 0; j < W; j++) {
            if (j == 0 || j == W - 1)
                u[t][j] = 0;
            else
                u[t][j] = u[t - 1][j - 1] + u[t - 1][j + 1] - u[t - 1][j];
        }
    }
    for (int j = 0; j < W; j++)
        out[j] = u[steps][j] * u[0][j];
}

int main(void)
{
    double x[W], out[W];

    for (int j = 0; j < W; j++)
        x[j] = j * 7 % 5;
    diffuse(20, x, out);
    for (int j = 0; j < W; j++)
        printf("%a\n", out[j]);
    return 0;
}
