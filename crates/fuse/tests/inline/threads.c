// Stages with OpenMP directives that name parameters and locals.
#include <stdio.h>

#define N 33

static void rows(double (*to)[N], double (*from)[N], int n)
{
    int i, j;
#pragma omp parallel for private(j) shared(to, from, n)
    for (i = 0; i < n; i++)
        for (j = 1; j < N - 1; j++)
            to[i][j] = from[i][j - 1] + from[i][j + 1];
}

static void columns(double (*to)[N], double (*from)[N], int n)
{
    int i, j;
    #pragma omp parallel for private(j) shared(to, from) firstprivate(n)
    for (i = 1; i < n - 1; i++)
        for (j = 1; j < N - 1; j++)
            to[i][j] = from[i - 1][j] + from[i + 1][j];
}

void stencil(double grid[N][N], double result[N][N], int j)
{
    static double half[N][N];
    int i;
    for (i = 0; i < N; i++)
        half[i][j] = 0;
    rows(half, grid, N);
    columns(result, half, N - j);
}

int main(void)
{
    static double grid[N][N], result[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            grid[i][j] = i ^ j;
    stencil(grid, result, 0);
    for (int i = 0; i < N; i++)
        printf("%g\n", result[i][(7 * i) % N]);
    return 0;
}
