#include <stdio.h>
#include <stdlib.h>
/* wave equation, three time levels kept in a cube */
void wave(int steps, int n, double out[n][n])
{
    double (*u)[n][n] = malloc(sizeof(double) * (size_t)(steps + 1) * (size_t)n * (size_t)n);
    for (int t = 0; t <= steps; t++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                if (t < 2) {
                    u[t][i][j] = (i == n / 2 && j == n / 2) ? 1.0 : 0.0;
                } else if (i == 0 || j == 0 || i == n - 1 || j == n - 1) {
                    u[t][i][j] = 0;
                } else {
                    double lap = u[t - 1][i - 1][j] + u[t - 1][i + 1][j] + u[t - 1][i][j - 1] + u[t - 1][i][j + 1] - 4 * u[t - 1][i][j];
                    u[t][i][j] = 2 * u[t - 1][i][j] - u[t - 2][i][j] + 0.25 * lap;
                }
            }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i][j] = u[steps][i][j];
    free(u);
}
int main(void)
{
    enum { N = 30 };
    static double out[N][N];
    wave(25, N, out);
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += out[i][j] * (i + 2 * j);
    printf("%.12f\n", s);
    return 0;
}
