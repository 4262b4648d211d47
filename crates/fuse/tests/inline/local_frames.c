/* A time loop of two stages on grids of the function's own. */
#include <stdio.h>

#define N 16

static void flux(const double u[N + 1], double f[N + 1], double speed)
{
    for (int i = 1; i < N; i++)
        f[i] = speed * (u[i] - u[i - 1]);
}

static void update(double u[N + 1], const double f[N + 1], double dt)
{
    for (int i = 1; i < N - 1; i++)
        u[i] -= dt * (f[i + 1] - f[i]);
}

double advect(int steps)
{
    double grid[N + 1], edge[N + 1];

    for (int i = 0; i <= N; i++) {
        grid[i] = (i * i) % 7;
        edge[i] = 0;
    }
    for (int t = 0; t < steps; t++) {
        flux(grid, edge, 0.5);
        update(grid, edge, 0.25 / (t + 1));
    }
    double sum = 0;
    for (int i = 0; i <= N; i++)
        sum += grid[i];
    return sum;
}

int main(void)
{
    for (int steps = 0; steps < 6; steps++)
        printf("%a\n", advect(steps));
    return 0;
}
