/* Cells on a torus: the first and the last row need each other, so that the sums of all rows are
   kept, and the reason names them. The number of neighbours of a cell is one variable. */
#include <stdio.h>

#define N 40

static int cell[N][N], sum[N][N], near[N][N];

static void step(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum[i][j] = cell[i][(j + N - 1) % N] + cell[i][j] + cell[i][(j + 1) % N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            near[i][j] = sum[(i + N - 1) % N][j] + sum[i][j] + sum[(i + 1) % N][j] - cell[i][j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            cell[i][j] = near[i][j] == 3 || (near[i][j] == 2 && cell[i][j]);
}

int main(void)
{
    int alive = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            cell[i][j] = (i * 5 + j * 3 + i * j) % 7 < 3;
    for (int t = 0; t < 3; t++)
        step();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            alive += cell[i][j] * (i + j);
    printf("%d\n", alive);
    return 0;
}
