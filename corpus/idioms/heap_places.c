/* Flat arrays on the heap: declared in front of their sizes, allocated in a test, and asked for the
   size of an element elsewhere. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 9
#endif

static int declared_first(const char *word, const char *line)
{
    int *sums;
    int n = strlen(word), m = strlen(line);

    if (n < 0 || m < 0)
        return -1;
    sums = malloc((n + 1) * (m + 1) * sizeof *sums);
    for (int j = 0; j <= m; j++)
        sums[j] = j;
    for (int i = 1; i <= n; i++) {
        sums[i * (m + 1)] = 2 * i;
        for (int j = 1; j <= m; j++)
            sums[i * (m + 1) + j] = sums[(i - 1) * (m + 1) + j - 1] + (word[i - 1] == line[j - 1]);
    }
    int last = sums[n * (m + 1) + m];
    free(sums);
    return last;
}

static double allocated_in_test(int n, int m, const double *in)
{
    double *a, sum = 0;

    if ((a = malloc(n * m * sizeof(double)))) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++)
                a[i * m + j] = in[j] * i;
            for (int j = 0; j < m; j++)
                sum = 0.5 * sum + a[i * m + j] * (i > 0 ? a[(i - 1) * m + j] : 1.0);
        }
        free(a);
    }
    return sum;
}

/* The elements of the other array are as large. */
static double asked_elsewhere(int n, int m, const double *in)
{
    double *a = malloc(n * m * sizeof *a);
    double *weights = malloc(m * sizeof *a);
    double sum = 0;

    for (int j = 0; j < m; j++)
        weights[j] = 1.0 / (j + 1);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            a[i * m + j] = in[j] + i;
        for (int j = 0; j < m; j++)
            sum = 0.5 * sum + a[i * m + j] * weights[j] - a[i * m];
    }
    printf("%d bytes\n", (int) (m * sizeof(a[0])));
    free(weights);
    free(a);
    return sum;
}

/* A row of the grid is no element: its size would change. */
static double asked_for_rows(int n, int m, const double *in)
{
    double (*a)[m] = malloc(n * sizeof *a);
    double sum = 0;

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            a[i][j] = in[j] + i;
        for (int j = 0; j < m; j++)
            sum = 0.5 * sum + a[i][j];
    }
    printf("%d bytes\n", (int) sizeof *a);
    free(a);
    return sum;
}

int main(void)
{
    double in[N];

    for (int j = 0; j < N; j++)
        in[j] = (j * 5 + 2) % 7;
    printf("%d\n", declared_first("pleats", "plait and pleat"));
    printf("%.6f\n", allocated_in_test(6, N, in));
    printf("%.6f\n", asked_elsewhere(6, N, in));
    printf("%.6f\n", asked_for_rows(6, N, in));
    return 0;
}
