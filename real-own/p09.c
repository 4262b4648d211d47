#include <stdio.h>
#define N 48
/* matrix chain order plus Gauss elimination on copies */
static double a[N][N], b[N], x[N];
void solve(void)
{
    double m[N][N + 1];
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            m[i][j] = a[i][j];
        m[i][N] = b[i];
    }
    for (int k = 0; k < N; k++)
        for (int i = k + 1; i < N; i++) {
            double f = m[i][k] / m[k][k];
            for (int j = k; j <= N; j++)
                m[i][j] -= f * m[k][j];
        }
    for (int i = N - 1; i >= 0; i--) {
        double s = m[i][N];
        for (int j = i + 1; j < N; j++)
            s -= m[i][j] * x[j];
        x[i] = s / m[i][i];
    }
}
int main(void)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            a[i][j] = i == j ? N : (i * j) % 5;
        b[i] = i;
    }
    solve();
    double s = 0;
    for (int i = 0; i < N; i++)
        s += x[i];
    printf("%.10f\n", s);
    return 0;
}
