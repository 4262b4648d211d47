/*
 * A sum of reciprocals through three whole arrays: values, reciprocals, their sum. A
 * kernel of the shape of purdue-04 in the table of Song, Wang and Li (three nests of two levels).
 *
 * Expected: one loop over the rows; both arrays keep a row or less.
 */
#include <stdio.h>

#ifndef N
#define N 40
#endif

static double kernel(int n)
{
    double x[n][n], inverse[n][n], sum = 0.0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i][j] = 1.0 + (i * 7 + j * 3) % 11;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            inverse[i][j] = 1.0 / x[i][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += inverse[i][j];
    return sum;
}

int main(void)
{
    printf("checksum %a\n", kernel(N));
    return 0;
}
