/*
 * Sum of products of a matrix given by a formula, as an array language writes it: the
 * matrix first, then the products of its rows and their sum. A kernel of the shape of
 * purdue-02 in the table of Song, Wang and Li (two loops); the original was not at hand.
 *
 * Expected: one loop over the rows; the matrix keeps a row or less.
 */
#include <stdio.h>

#ifndef N
#define N 40
#endif

static double kernel(void)
{
    double a[N][N], sum = 0.0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = 1.0 + 1.0 / (1.0 + (i - j) * (i - j));
    for (int i = 0; i < N; i++) {
        double product = 1.0;
        for (int j = 0; j < N; j++)
            product *= a[i][j];
        sum += product;
    }
    return sum;
}

int main(void)
{
    printf("checksum %a\n", kernel());
    return 0;
}
