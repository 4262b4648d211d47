/* Two static functions use one buffer of the file after the other. What `atexit` gets may call
   functions that are not static, and these enter both; each writes what it reads. */
#include <stdio.h>
#include <stdlib.h>

#define N 96

static double u[N][N], scratch[N][N];
static int steps;

static void report(void)
{
    printf("%d steps\n", steps);
}

static void vertical(void)
{
    for (int i = 1; i < N - 1; i++) {
        for (int j = 0; j < N; j++)
            scratch[i][j] = u[i - 1][j] + u[i + 1][j];
        for (int j = 1; j < N; j++)
            u[i][j] = (scratch[i][j] - scratch[i][j - 1]) / 4;
    }
}

static void horizontal(void)
{
    for (int i = 1; i < N - 1; i++) {
        for (int j = 0; j < N; j++)
            scratch[i][j] = u[i][j] / 2;
        for (int j = 1; j < N; j++)
            u[i][j] = scratch[i][j] + scratch[i][j - 1] + i;
    }
}

double relax(int n)
{
    for (steps = 0; steps < n; steps++) {
        vertical();
        horizontal();
    }
    return u[3][4];
}

int main(void)
{
    atexit(report);
    printf("%.6f\n", relax(5));
    return 0;
}
