/* Nests that somebody is going to tile: folds leave room for every rectangle. */
#include <stdio.h>

#ifndef N
#define N 18
#endif
#define STEPS 9

/* A stencil that is skewed so that its loops may be tiled. */
static void stencil(const double in[N], double out[N])
{
    double a[STEPS + 1][N];
    for (int i = 0; i < N; i++)
        a[0][i] = in[i];
#pragma pleat tilable(2)
    for (int t = 0; t < STEPS; t++)
        for (int s = 2 * t; s < 2 * t + N; s++) {
            if (s - 2 * t > 0 && s - 2 * t < N - 1)
                a[t + 1][s - 2 * t] =
                    (a[t][s - 2 * t - 1] + a[t][s - 2 * t] + a[t][s - 2 * t + 1]) / 3.0;
            else
                a[t + 1][s - 2 * t] = a[t][s - 2 * t];
        }
    for (int i = 0; i < N; i++)
        out[i] = a[STEPS][i];
}

/* Produced and used in the same iteration: no tiling comes between. */
static void local(const double in[N], double out[N])
{
    double product[N][N];
#pragma pleat tilable(2)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            product[i][j] = in[i] * in[j];
            out[i] += product[i][j];
        }
}

int main(void)
{
    double in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = (i * 11) % 17;
    stencil(in, out);
    local(in, out);
    for (int i = 0; i < N; i++)
        printf("%.17g\n", out[i]);
    return 0;
}
