#include <stdio.h>
#include <stdlib.h>
/* dynamic time warping, full matrix as pointer to rows */
double dtw(int n, const double a[n], int m, const double b[m])
{
    double (*cost)[m + 1] = malloc(sizeof(double[n + 1][m + 1]));
    double inf = 1e300, result;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            if (i == 0 && j == 0) {
                cost[i][j] = 0;
                continue;
            }
            if (i == 0 || j == 0) {
                cost[i][j] = inf;
                continue;
            }
            double d = a[i - 1] > b[j - 1] ? a[i - 1] - b[j - 1] : b[j - 1] - a[i - 1];
            double best = cost[i - 1][j];
            if (cost[i][j - 1] < best)
                best = cost[i][j - 1];
            if (cost[i - 1][j - 1] < best)
                best = cost[i - 1][j - 1];
            cost[i][j] = d + best;
        }
    result = cost[n][m];
    free(cost);
    return result;
}
int main(void)
{
    double a[90], b[70];
    for (int i = 0; i < 90; i++)
        a[i] = i * i % 17;
    for (int i = 0; i < 70; i++)
        b[i] = i * 3 % 13;
    printf("%.6f\n", dtw(90, a, 70, b));
    return 0;
}
