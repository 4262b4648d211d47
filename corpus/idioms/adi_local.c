/*
 * Heat equation by alternating directions, implicit, as in PolyBench, with its
 * temporaries in the function.
 *
 * Expected, for the fewest cells:
 *   v      N(N - 2)
 *   p, q   N - 2
 */
#include <stdio.h>
#ifndef N
#define N 10
#endif
#ifndef T
#define T 3
#endif
static void adi(double u[N][N])
{
    double v[N][N], p[N][N], q[N][N];
    double a = -0.3, b = 1.6, c = a, d = -0.2, e = 1.4, f = d;
    for (int t = 1; t <= T; t++) {
        for (int i = 1; i < N - 1; i++) {
            v[0][i] = 1.0;
            p[i][0] = 0.0;
            q[i][0] = v[0][i];
            for (int j = 1; j < N - 1; j++) {
                p[i][j] = -c / (a * p[i][j - 1] + b);
                q[i][j] = (-d * u[j][i - 1] + (1.0 + 2.0 * d) * u[j][i] - f * u[j][i + 1] - a * q[i][j - 1]) / (a * p[i][j - 1] + b);
            }
            v[N - 1][i] = 1.0;
            for (int j = N - 2; j >= 1; j--)
                v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
        }
        for (int i = 1; i < N - 1; i++) {
            u[i][0] = 1.0;
            p[i][0] = 0.0;
            q[i][0] = u[i][0];
            for (int j = 1; j < N - 1; j++) {
                p[i][j] = -f / (d * p[i][j - 1] + e);
                q[i][j] = (-a * v[i - 1][j] + (1.0 + 2.0 * a) * v[i][j] - c * v[i + 1][j] - d * q[i][j - 1]) / (d * p[i][j - 1] + e);
            }
            u[i][N - 1] = 1.0;
            for (int j = N - 2; j >= 1; j--)
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
        }
    }
}
static double u[N][N];
int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            u[i][j] = (i * 13 + j * 7) % 19 / 19.0;
    adi(u);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%a\n", u[i][j]);
    return 0;
}
