#include <stdio.h>
#include <stdlib.h>
/* Crank-Nicolson with Thomas algorithm, heap vectors in each step */
#define M 120
int main(void)
{
    double *u = malloc(M * sizeof *u);
    for (int i = 0; i < M; i++)
        u[i] = i * (M - 1 - i) * 0.01;
    for (int t = 0; t < 50; t++) {
        double c[M], d[M];
        c[0] = 0;
        d[0] = 0;
        for (int i = 1; i < M - 1; i++) {
            double rhs = u[i - 1] * 0.25 + u[i] * 0.5 + u[i + 1] * 0.25;
            double m = 1.5 + 0.25 * c[i - 1];
            c[i] = -0.25 / m;
            d[i] = (rhs + 0.25 * d[i - 1]) / m;
        }
        u[M - 1] = 0;
        for (int i = M - 2; i > 0; i--)
            u[i] = d[i] - c[i] * u[i + 1];
        u[0] = 0;
    }
    double s = 0;
    for (int i = 0; i < M; i++)
        s += u[i];
    printf("%.10f\n", s);
    free(u);
    return 0;
}
