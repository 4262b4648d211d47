/* A solver that ends after a number of steps, or when its residual is small: the residuals of one
   step are needed until their sum is known. */
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 14 /* rows and columns inside */
#endif

static double u[N + 2][N + 2];

int main(void)
{
    double residual[N + 2][N + 2];
    int step;

    for (step = 0; step < 200; step++) {
        double sum = 0;
        for (int y = 1; y <= N; y++)
            for (int x = 1; x <= N; x++)
                residual[y][x] = 1 + u[y - 1][x] + u[y + 1][x] + u[y][x - 1] + u[y][x + 1] - 4 * u[y][x];
        for (int y = 1; y <= N; y++)
            for (int x = 1; x <= N; x++) {
                sum += residual[y][x] * residual[y][x];
                u[y][x] += residual[y][x] / 4;
            }
        if (sqrt(sum) < 0.5)
            break;
        if (step % 50 == 0)
            printf("%d %.6f\n", step, sqrt(sum));
    }
    printf("%d steps, %.6f in the middle\n", step, u[N / 2][N / 2]);
    return 0;
}
