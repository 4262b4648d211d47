/*
 * Squares, their scaled differences and a threshold on a grid: four nests of two levels without a
 * shift, a kernel of the shape of purdue-12 in the table of Song, Wang and Li.
 *
 * Expected: one loop over the rows; square, scaled and kept become a row or less.
 */
#include <stdio.h>

#ifndef N
#define N 40
#endif

static double grid[N][N];

static double kernel(int n, double scale)
{
    double square[n][n], scaled[n][n], kept[n][n], sum = 0.0;
    int i, j;

    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            square[i][j] = grid[i][j] * grid[i][j];
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            scaled[i][j] = scale * (square[i][j] - grid[i][j]);
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            kept[i][j] = scaled[i][j] > 0.25 ? scaled[i][j] : 0.0;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            sum += kept[i][j];
    return sum;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            grid[i][j] = (i * 13 + j * 7) % 17 / 8.0;
    printf("checksum %a\n", kernel(N, 0.75));
    return 0;
}
