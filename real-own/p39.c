#include <stdio.h>
#include <stdlib.h>
/* Gauss-Seidel and residual with 1-based arrays, Fortran style */
#define A2(i, j) a[((j) - 1) * lda + (i) - 1]
void relax(double *a, int n, int lda, int sweeps, double *norms)
{
    if (n < 3 || lda < n)
        return;
    for (int s = 0; s < sweeps; s++) {
        double *res = malloc(sizeof(double) * (size_t)lda * (size_t)n);
        double acc = 0;
        for (int j = 2; j < n; j++)
            for (int i = 2; i < n; i++) {
                double old = A2(i, j);
                A2(i, j) = 0.25 * (A2(i - 1, j) + A2(i + 1, j) + A2(i, j - 1) + A2(i, j + 1));
                res[(j - 1) * lda + i - 1] = A2(i, j) - old;
                acc += res[(j - 1) * lda + i - 1] * res[(j - 1) * lda + i - 1];
            }
        norms[s] = acc;
        free(res);
    }
}
int main(void)
{
    int n = 20, lda = 24;
    double *a = calloc((size_t)(n * lda), sizeof(double)), norms[10] = { 0 };
    for (int i = 0; i < n; i++)
        a[i] = i;
    relax(a, n, lda, 10, norms);
    printf("%.12f %.12f\n", norms[0], norms[9]);
    free(a);
    return 0;
}
