/* Grids over time, few steps: rows that move along with time take less than two grids, and never wrap. */
#include <stdio.h>

#ifndef T
#define T 4
#endif
#ifndef N
#define N 14
#endif
#ifndef M
#define M 9
#endif

/* Rows of the rim are written when their turn comes. */
static void lattice(const double in[N][M], double out[N][M])
{
    double f[T][N][M];

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            f[0][i][j] = in[i][j];
    for (int t = 1; t < T; t++) {
        for (int j = 0; j < M; j++)
            f[t][0][j] = 0.75 * f[t - 1][0][j];
        for (int i = 1; i < N - 1; i++) {
            f[t][i][0] = 0.5 * f[t - 1][i][0];
            for (int j = 1; j < M - 1; j++)
                f[t][i][j] = 0.25 * (f[t - 1][i - 1][j - 1] + f[t - 1][i + 1][j + 1])
                           + 0.125 * (f[t - 1][i - 1][j + 1] + f[t - 1][i + 1][j - 1] + f[t - 1][i][j]);
            f[t][i][M - 1] = f[t - 1][i][M - 1] + 1;
        }
        for (int j = 0; j < M; j++)
            f[t][N - 1][j] = f[t - 1][N - 1][j] - 0.5;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            out[i][j] = f[T - 1][i][j];
}

/* From below to above; `cur` means something else. */
static double upwards(const double in[N][M], int cur)
{
    double g[T + 1][N][M], sum = cur;
    int t, i, j;

    for (i = N - 1; i >= 0; i--)
        for (j = 0; j < M; j++)
            g[0][i][j] = in[i][j] * cur;
    for (t = 0; t < T; t++)
        for (i = N - 1; i >= 0; i--)
            for (j = 0; j < M; j++)
                g[t + 1][i][j] = g[t][i][j] - 0.5 * (i > 0 ? g[t][i - 1][M - 1 - j] : 1)
                               + (i < N - 1 ? 0.25 * g[t][i + 1][M - 1 - j] : t);
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            sum = 0.5 * sum + g[T][i][j];
    return sum;
}

/* Many steps for so few rows: two grids are less. */
static double longer(const double in[M])
{
    double h[5 * T][T][M], sum = 0;

    for (int i = 0; i < T; i++)
        for (int j = 0; j < M; j++)
            h[0][i][j] = in[j] + i;
    for (int t = 1; t < 5 * T; t++)
        for (int i = 0; i < T; i++)
            for (int j = 0; j < M; j++)
                h[t][i][j] = 0.5 * h[t - 1][i][M - 1 - j] + (i > 0 ? 0.25 * h[t - 1][i - 1][j] : 0)
                           + (i < T - 1 ? 0.125 * h[t - 1][i + 1][j] : 1);
    for (int j = 0; j < M; j++)
        sum += h[5 * T - 1][T - 1][j] * j;
    return sum;
}

int main(void)
{
    static double in[N][M], out[N][M];

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            in[i][j] = ((i * 7 + j * 13) % 11) * 0.25;
    lattice(in, out);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            printf("%.17g\n", out[i][j]);
    printf("%.17g %.17g\n", upwards(in, 3), longer(in[N - 1]));
    return 0;
}
