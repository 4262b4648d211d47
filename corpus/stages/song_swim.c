/*
 * Shallow water, in the manner of SPEC's swim: mass fluxes, vorticity and head of
 * a step, then new velocities and pressure, then time smoothing. In the table of Song,
 * Wang and Li: swim95 and swim00 (two nests, fused at the outer level). The sea has
 * walls here: its rims stay as they are, where the original wraps around.
 *
 * Expected: one loop over rows inside the steps; cu, cv, z and h keep few rows, and so
 * do unew, vnew and pnew.
 */
#include <stdio.h>

#ifndef N
#define N 24
#endif
#ifndef STEPS
#define STEPS 3
#endif

static double u[N + 1][N + 1], v[N + 1][N + 1], p[N + 1][N + 1];
static double uold[N + 1][N + 1], vold[N + 1][N + 1], pold[N + 1][N + 1];

static void kernel(void)
{
    double cu[N + 1][N + 1], cv[N + 1][N + 1], z[N + 1][N + 1], h[N + 1][N + 1];
    double unew[N + 1][N + 1], vnew[N + 1][N + 1], pnew[N + 1][N + 1];
    const double fsdx = 0.04, fsdy = 0.05, tdts8 = 0.0011, tdtsdx = 0.0013, tdtsdy = 0.0017;
    const double alpha = 0.001;

    for (int step = 0; step < STEPS; step++) {
        for (int i = 1; i <= N; i++)
            for (int j = 1; j <= N; j++) {
                cu[i][j] = 0.5 * (p[i][j] + p[i][j - 1]) * u[i][j];
                cv[i][j] = 0.5 * (p[i][j] + p[i - 1][j]) * v[i][j];
                z[i][j] = (fsdx * (v[i][j] - v[i][j - 1]) - fsdy * (u[i][j] - u[i - 1][j])) /
                          (p[i - 1][j - 1] + p[i - 1][j] + p[i][j] + p[i][j - 1]);
                h[i][j] = p[i][j] + 0.25 * (u[i][j] * u[i][j] + v[i][j] * v[i][j]);
            }

        for (int i = 2; i < N; i++)
            for (int j = 2; j < N; j++) {
                unew[i][j] = uold[i][j] +
                             tdts8 * (z[i + 1][j] + z[i][j]) * (cv[i + 1][j] + cv[i][j] + cv[i][j - 1] + cv[i + 1][j - 1]) -
                             tdtsdx * (h[i][j] - h[i][j - 1]);
                vnew[i][j] = vold[i][j] -
                             tdts8 * (z[i][j + 1] + z[i][j]) * (cu[i][j + 1] + cu[i][j] + cu[i - 1][j] + cu[i - 1][j + 1]) -
                             tdtsdy * (h[i][j] - h[i - 1][j]);
                pnew[i][j] = pold[i][j] - tdtsdx * (cu[i][j + 1] - cu[i][j]) - tdtsdy * (cv[i + 1][j] - cv[i][j]);
            }

        for (int i = 2; i < N; i++)
            for (int j = 2; j < N; j++) {
                uold[i][j] = u[i][j] + alpha * (unew[i][j] - 2.0 * u[i][j] + uold[i][j]);
                vold[i][j] = v[i][j] + alpha * (vnew[i][j] - 2.0 * v[i][j] + vold[i][j]);
                pold[i][j] = p[i][j] + alpha * (pnew[i][j] - 2.0 * p[i][j] + pold[i][j]);
                u[i][j] = unew[i][j];
                v[i][j] = vnew[i][j];
                p[i][j] = pnew[i][j];
            }
    }
}

int main(void)
{
    double checksum = 0.0;

    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= N; j++) {
            u[i][j] = uold[i][j] = (i * 13 + j * 7) % 17 / 16.0;
            v[i][j] = vold[i][j] = (i * 5 + j * 11) % 19 / 16.0;
            p[i][j] = pold[i][j] = 50.0 + (i * 3 + j * 5) % 23 / 16.0;
        }
    kernel();
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= N; j++)
            checksum = 0.995 * checksum + u[i][j] - v[i][j] + p[i][j] + 0.5 * pold[i][j];
    printf("checksum %a\n", checksum);
    return 0;
}
