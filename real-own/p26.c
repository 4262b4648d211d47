#include <stdio.h>
/* C89: matrix powers, declared at top, no declarations in for */
#define N 24
static double m[N][N];
static void power(double r[N][N], int k)
{
    double p[9][N][N];
    int i, j, l, t;
    if (k > 8)
        return;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            p[0][i][j] = i == j;
    for (t = 1; t <= k; t++)
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++) {
                double s = 0;
                for (l = 0; l < N; l++)
                    s += p[t - 1][i][l] * m[l][j];
                p[t][i][j] = s;
            }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            r[i][j] = p[k][i][j];
}
int main(void)
{
    static double r[N][N];
    double s = 0;
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            m[i][j] = (i + j) % 3 * 0.1;
    power(r, 5);
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            s += r[i][j] * (i - j);
    printf("%.6f\n", s);
    return 0;
}
