/* Two-dimensional parameters of variable size; a stage with borders of its own. */
#include <stdio.h>

static void gradient(int rows, int cols, double u[rows][cols], double g[rows][cols])
{
    /* inner points */
    for (int r = 0; r < rows; r++)
        for (int c = 1; c < cols - 1; c++)
            g[r][c] = (u[r][c + 1] - u[r][c - 1]) / 2;
    /* borders */
    for (int r = 0; r < rows; r++) {
        g[r][0] = u[r][1] - u[r][0];
        g[r][cols - 1] = u[r][cols - 1] - u[r][cols - 2];
    }
}

static void threshold(int rows, int cols, double g[rows][cols], double level, int mask[rows][cols])
{
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            mask[r][c] = g[r][c] > level;
}

void detect(int m, int n, double image[m][n], int mask[m][n])
{
    double g[m][n];
    gradient(m, n, image, g);
    threshold(m, n, g, 0.5, mask);
}

int main(void)
{
    enum { M = 7, N = 9 };
    double image[M][N];
    int mask[M][N];
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            image[i][j] = (i * 5 + j * j) % 13 / 4.0;
    detect(M, N, image, mask);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            printf("%d\n", mask[i][j]);
    return 0;
}
