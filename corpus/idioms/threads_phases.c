/* Phases of threads: barriers order what stands before and behind them, and nothing else. */
#include <stdio.h>

#ifndef N
#define N 30
#endif
#define STEPS 12

/* A parallel loop in each step: the time-expanded array needs two steps, whatever the threads do. */
static void march(const double in[N], double out[N])
{
    double u[STEPS][N];
    for (int i = 0; i < N; i++)
        u[0][i] = in[i];
    for (int t = 1; t < STEPS; t++) {
#pragma omp parallel for
        for (int i = 0; i < N; i++) {
            int left = i > 0 ? i - 1 : 0;
            int right = i < N - 1 ? i + 1 : N - 1;
            u[t][i] = (u[t - 1][left] + u[t - 1][i] + u[t - 1][right]) / 3.0;
        }
    }
    for (int i = 0; i < N; i++)
        out[i] = u[STEPS - 1][i];
}

/* The same with one team for all steps. */
static void march_together(const double in[N], double out[N])
{
    double v[STEPS][N];
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < N; i++)
            v[0][i] = in[i];
        for (int t = 1; t < STEPS; t++) {
#pragma omp for
            for (int i = 1; i < N - 1; i++)
                v[t][i] = (v[t - 1][i - 1] + v[t - 1][i + 1]) / 2.0;
#pragma omp single
            {
                v[t][0] = v[t - 1][0];
                v[t][N - 1] = v[t - 1][N - 1];
            }
        }
#pragma omp for
        for (int i = 0; i < N; i++)
            out[i] += v[STEPS - 1][i];
    }
}

/* All of the first stage before any of the second: nothing to gain. */
static void stages(const double in[N], double out[N])
{
    double full[N];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        full[i] = in[i] * in[i];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        out[i] += full[N - 1 - i];
}

/* Three stages in turn: two arrays of one stage each are enough. */
static void pipeline(const double in[N], double out[N])
{
    double stage[4][N];
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < N; i++)
            stage[0][i] = in[i];
#pragma omp for
        for (int i = 0; i < N; i++)
            stage[1][i] = stage[0][N - 1 - i] + 1.0;
#pragma omp for
        for (int i = 0; i < N; i++)
            stage[2][i] = stage[1][N - 1 - i] * 2.0;
#pragma omp for
        for (int i = 0; i < N; i++)
            stage[3][i] = stage[2][N - 1 - i] - 3.0;
#pragma omp for
        for (int i = 0; i < N; i++)
            out[i] += stage[3][N - 1 - i];
    }
}

/* Nobody waits between the first two loops, so their arrays are alive together. */
static void eager(const double in[N], double out[N])
{
    double pair[2][N];
    double sum[3][N];
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < N; i++) {
            pair[0][i] = in[i] + 1.0;
            sum[0][i] = pair[0][i] * 3.0;
        }
#pragma omp for nowait
        for (int i = 0; i < N; i++) {
            pair[1][i] = in[i] + 2.0;
            sum[1][i] = pair[1][i] * 5.0;
        }
#pragma omp barrier
#pragma omp for
        for (int i = 0; i < N; i++) {
            sum[2][i] = sum[0][N - 1 - i] - sum[1][i];
            out[i] += sum[2][i];
        }
    }
}

int main(void)
{
    double in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = (i * 17) % 13;
    march(in, out);
    march_together(in, out);
    stages(in, out);
    pipeline(in, out);
    eager(in, out);
    for (int i = 0; i < N; i++)
        printf("%.17g\n", out[i]);
    return 0;
}
