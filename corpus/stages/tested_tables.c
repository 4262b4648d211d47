/*
 * A function returns NULL if there is no memory for a table; its caller tests that together with
 * other memory, and frees what there is.
 *
 * Expected:
 *   share   one row
 *   whole   one element
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 12
#endif
#define K 4

static double **matrix(int rows, int columns)
{
    double **m;
    int i;

    m = (double **)malloc(rows * sizeof(double *));
    if (m == NULL)
        return NULL;
    m[0] = (double *)malloc((size_t)rows * columns * sizeof(double));
    if (m[0] == NULL) {
        free(m);
        return NULL;
    }
    for (i = 1; i < rows; i++)
        m[i] = m[i - 1] + columns;
    return m;
}

static void free_matrix(double **m)
{
    if (m != NULL) {
        free(m[0]);
        free(m);
    }
}

static int mix(int n, const double *in, double *out)
{
    if (n < 2)
        return -1;
    double **share = matrix(n, K);
    double *whole = malloc(n * sizeof *whole);
    if (share == NULL || whole == NULL) {
        free_matrix(share);
        free(whole);
        return -1;
    }
    for (int t = 0; t < n; t++) {
        whole[t] = 0;
        for (int k = 0; k < K; k++) {
            share[t][k] = in[t * K + k] + (t > 0 ? share[t - 1][k] / 2 : 1);
            whole[t] += share[t][k];
        }
        for (int k = 0; k < K; k++)
            share[t][k] /= whole[t];
    }
    for (int t = 0; t < n; t++)
        out[t] = whole[t] - 1;
    free_matrix(share);
    free(whole);
    return 0;
}

int main(void)
{
    static double in[N * K], out[N];
    double sum = 0;
    for (int i = 0; i < N * K; i++)
        in[i] = 1 + i * 5 % 3;
    if (mix(N, in, out) != 0)
        return 1;
    for (int i = 0; i < N; i++)
        sum = 0.5 * sum + out[i];
    printf("%.9f\n", sum);
    return 0;
}
