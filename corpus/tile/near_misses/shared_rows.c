/*
 * Threads share the rows of each step.
 *
 * Expected: the loops stay: a directive is inside of the loop over steps.
 */
#include <stdio.h>

#define N 13
#define T 8

static double a[N][N], b[N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i - j;
    for (int t = 0; t < T; t++) {
        #pragma omp parallel for
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
        #pragma omp parallel for
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                a[i][j] = b[i][j];
    }
    printf("%a\n", a[3][4]);
    return 0;
}
