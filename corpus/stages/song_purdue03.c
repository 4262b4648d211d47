/*
 * Sum of the products of rows: the matrix is filled, the products are an array of their
 * own, then summed. A kernel of the shape of purdue-03 in the table of Song, Wang and Li
 * (three nests of two levels, no shift); the original was not at hand.
 *
 * Expected: one loop over the rows; a keeps a row or less, product a cell.
 */
#include <stdio.h>

#ifndef N
#define N 40
#endif
#ifndef M
#define M 32
#endif

static double kernel(void)
{
    double a[N][M], product[N], sum = 0.0;
    int i, j;

    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            a[i][j] = 1.0 + (i * 7 + j * 3) % 11 / 64.0;
    for (i = 0; i < N; i++) {
        product[i] = 1.0;
        for (j = 0; j < M; j++)
            product[i] *= a[i][j];
    }
    for (i = 0; i < N; i++)
        sum += product[i];
    return sum;
}

int main(void)
{
    printf("checksum %a\n", kernel());
    return 0;
}
