#include <stdio.h>
#include <stdlib.h>
/* LU with partial column copies and a triangular inverse: VLAs */
static double det(int n, double a[n][n])
{
    double l[n][n], u[n][n], d = 1;
    for (int i = 0; i < n; i++) {
        for (int j = i; j < n; j++) {
            double s = 0;
            for (int k = 0; k < i; k++)
                s += l[i][k] * u[k][j];
            u[i][j] = a[i][j] - s;
        }
        for (int j = i; j < n; j++) {
            if (i == j) {
                l[i][i] = 1;
            } else {
                double s = 0;
                for (int k = 0; k < i; k++)
                    s += l[j][k] * u[k][i];
                l[j][i] = (a[j][i] - s) / u[i][i];
            }
        }
        d *= u[i][i];
    }
    return d;
}
int main(void)
{
    enum { N = 14 };
    double a[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i == j ? 4 : 1.0 / (1 + i + j);
    printf("%.10e\n", det(N, a));
    return 0;
}
