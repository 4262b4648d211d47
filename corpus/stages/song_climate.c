/*
 * A climate model of two layers of shallow water: inside steps and layers, tendencies of
 * the three fields, then their update. The shape of climate in the table of Song,
 * Wang and Li (two nests, four levels with steps and layers); the original of Rice is not public.
 *
 * Expected: one loop over rows inside both; the tendencies keep 2 rows each.
 */
#include <stdio.h>

#ifndef N
#define N 24
#endif
#ifndef STEPS
#define STEPS 3
#endif
#define LAYERS 2

static double u[LAYERS][N][N], v[LAYERS][N][N], h[LAYERS][N][N];

static void kernel(void)
{
    double du[N][N], dv[N][N], dh[N][N];
    const double f = 0.03, g = 0.02, dt = 0.05;

    for (int step = 0; step < STEPS; step++)
        for (int l = 0; l < LAYERS; l++) {
            for (int i = 1; i < N - 1; i++)
                for (int j = 1; j < N - 1; j++) {
                    du[i][j] = f * v[l][i][j] - g * (h[l][i][j + 1] - h[l][i][j - 1]);
                    dv[i][j] = -f * u[l][i][j] - g * (h[l][i + 1][j] - h[l][i - 1][j]);
                    dh[i][j] = -0.5 * (u[l][i][j + 1] - u[l][i][j - 1] + v[l][i + 1][j] - v[l][i - 1][j]);
                }
            for (int i = 1; i < N - 1; i++)
                for (int j = 1; j < N - 1; j++) {
                    u[l][i][j] += dt * du[i][j];
                    v[l][i][j] += dt * dv[i][j];
                    h[l][i][j] += dt * dh[i][j];
                }
        }
}

int main(void)
{
    double checksum = 0.0;

    for (int l = 0; l < LAYERS; l++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                u[l][i][j] = (i * 13 + j * 7 + l) % 17 / 16.0;
                v[l][i][j] = (i * 5 + j * 11 + l) % 19 / 16.0;
                h[l][i][j] = 10.0 + (i * 3 + j * 5 + l) % 23 / 16.0;
            }
    kernel();
    for (int l = 0; l < LAYERS; l++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                checksum = 0.995 * checksum + u[l][i][j] + 0.5 * v[l][i][j] + 0.25 * h[l][i][j];
    printf("checksum %a\n", checksum);
    return 0;
}
