#include <stdio.h>
#include <stdlib.h>
/* yield curve bootstrap and swaption lattice: two trees, time runs backwards */
double lattice(int n, double r0, double up, double k)
{
    double *rate, *val, res;
    int i, j;
    rate = malloc((n + 1) * (n + 1) * sizeof *rate);
    val = malloc((n + 1) * (n + 1) * sizeof *val);
    if (!rate) return -1;
    if (!val) {
        free(rate);
        return -1;
    }
    for (i = n; i >= 0; i--) {
        double base = r0;
        for (j = 0; j <= i; j++) {
            rate[i * (n + 1) + j] = base;
            base *= up;
            if (i == n)
                val[i * (n + 1) + j] = rate[i * (n + 1) + j] > k ? rate[i * (n + 1) + j] - k : 0;
            else
                val[i * (n + 1) + j] = 0.5 * (val[(i + 1) * (n + 1) + j] + val[(i + 1) * (n + 1) + j + 1]) / (1 + rate[i * (n + 1) + j]);
        }
    }
    res = val[0];
    free(rate);
    free(val);
    return res;
}
int main(void)
{
    printf("%.12f\n", lattice(60, 0.01, 1.03, 0.02));
    return 0;
}
