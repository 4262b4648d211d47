/* Constructs stacked and nested: teams inside of teams, one thread that hands work to others, and lists of all names. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 20
#endif
#define TEAM _Pragma("omp parallel") _Pragma("omp single")

static double in[N][N], out[N][N], field[N][N], band[N][N];

/* One thread of a team makes another team, whose threads have vectors of their own. */
static void powers(void)
{
    TEAM
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        double power[6];
        power[0] = 1.0;
        for (int k = 1; k < 6; k++)
            power[k] = power[k - 1] * in[i][k % N];
        out[i][0] += power[5];
    }
}

/* The first thread walks through the rows; what it sees of the row before is all that it needs. */
static void slopes(void)
{
    double rows[N + 1][N];
#pragma omp parallel
#pragma omp master
    {
        for (int j = 0; j < N; j++)
            rows[0][j] = in[0][j];
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                rows[i + 1][j] = 0.5 * rows[i][j] + in[i][j];
                out[i][j] += rows[i + 1][j] - rows[i][j];
            }
    }
}

/* Every row has a team, and each thread of that one a vector. */
static void sums(void)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        if (i > 0)
#pragma omp parallel for
            for (int j = 0; j < N; j++) {
                double part[N];
                part[0] = in[i][0];
                for (int k = 1; k < N; k++)
                    part[k] = part[k - 1] + in[k][j];
                out[i][j] += part[N - 1];
            }
    }
}

/* All names that the team uses are listed; the parameter is a temporary of this function. */
static void listed(double t[N][N])
{
    for (int y = 0; y < N; y++) {
        for (int x = 0; x < N; x++)
            t[y][x] = 0.25 * in[y][x];
        if (y > 0)
#pragma omp parallel for default(none) shared(t, out, y)
            for (int x = 0; x < N; x++)
                out[y][x] += t[y][x] - t[y - 1][x];
    }
}

/* The same with other threads that set the rows, and with lists at both constructs. */
static void listed_twice(double t[N][N])
{
    for (int y = 0; y < N; y++) {
#pragma omp parallel default(none) shared(t, in, out) firstprivate(y)
        {
#pragma omp for
            for (int x = 0; x < N; x++)
                t[y][x] = in[x][y];
#pragma omp for
            for (int x = 0; x < N; x++)
                out[y][x] += t[y][N - 1 - x];
        }
    }
}

/* Every thread counts along; one of them at a time executes the block, and the others wait. */
static void in_turn(void)
{
    double row[N][2];
#pragma omp parallel
    for (int i = 0; i < N; i++)
#pragma omp single
    {
        row[i][0] = in[i][0] + in[0][i];
        row[i][1] = row[i][0] * in[i][i];
        out[i][i] += row[i][1] - row[i][0];
    }
}

/* The statement below the directives stays: without it they would speak of the next one. */
static void freed_by_one(void)
{
    double *half = malloc(N * sizeof *half);
    for (int i = 0; i < N; i++) {
        half[i] = 0.5 * in[i][0];
        out[0][i] += half[i] * half[i];
    }
#pragma omp parallel
#pragma omp single
    free(half);
    out[0][0] += 1.0;
}

static void provided(double step[N])
{
    for (int i = 0; i < N; i++) {
        step[i] = 0.25 * in[0][i];
        out[1][i] += step[i] * step[i];
    }
}

static void provider(void)
{
    double *step = malloc(N * sizeof *step);
    provided(step);
#pragma omp parallel
#pragma omp master
    free(step);
    out[1][0] += 1.0;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            in[i][j] = (i * 7 + j * 3) % 11 * 0.25;
    powers();
    slopes();
    sums();
    in_turn();
    freed_by_one();
    provider();
    listed(field);
    listed_twice(band);
    for (int i = 0; i < N; i++) {
        double sum = 0.0;
        for (int j = 0; j < N; j++)
            sum += out[i][j] * ((i + 2 * j) % 5 + 1);
        printf("%.6f\n", sum);
    }
    return 0;
}
