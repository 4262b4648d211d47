#include <stdio.h>
#include <stdlib.h>
/* particle filter weights, resampling sums; while loops */
static unsigned rng = 12345u;
static double rnd(void)
{
    rng = rng * 1103515245u + 12345u;
    return (rng >> 8 & 0xffffff) / 16777216.0;
}
int main(void)
{
    int n = 400, steps = 20;
    double *x = malloc(sizeof *x * (size_t)n), est = 0;
    if (!x)
        return 1;
    int i = 0;
    while (i < n)
        x[i++] = rnd();
    for (int t = 0; t < steps; t++) {
        double *w = malloc(sizeof *w * (size_t)n);
        double *cum = malloc(sizeof *cum * (size_t)n);
        double total = 0;
        if (!w || !cum)
            return 1;
        for (i = 0; i < n; i++) {
            double d = x[i] - 0.5;
            w[i] = 1.0 / (1.0 + 10 * d * d);
            total += w[i];
            cum[i] = total;
        }
        for (i = 0; i < n; i++)
            est += x[i] * w[i] / total;
        for (i = 0; i < n; i++)
            x[i] = 0.9 * x[i] + 0.1 * cum[i] / total;
        free(w);
        free(cum);
    }
    printf("%.9f\n", est);
    free(x);
    return 0;
}
