/* Rows shared out among threads: each needs its row buffer for itself. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 24
#endif
#define M (N + 8)

/* Declared in the body: one for each row. */
static void blur(const double in[N][M], double out[N][M])
{
#pragma omp parallel for schedule(static)
    for (int y = 0; y < N; y++) {
        double row[M];
        for (int x = 0; x < M; x++) {
            row[x] = 2.0 * in[y][x];
            if (x >= 2)
                out[y][x - 1] = row[x - 2] + row[x - 1] + row[x];
        }
    }
}

/* Declared outside and private: one for each thread, which every row writes anew. */
static void smooth(const double in[N][M], double out[N][M])
{
    double buf[M];
    int x, y;
#pragma omp parallel for private(buf, x) shared(in, out)
    for (y = 0; y < N; y++) {
        for (x = 0; x < M; x++) {
            buf[x] = in[y][x] - y;
            if (x > 0)
                out[y][x] += buf[x] * buf[x - 1];
        }
    }
}

/* One for each thread of a parallel region. */
static void scale(const double in[N][M], double out[N][M])
{
#pragma omp parallel
    {
        double own[M];
#pragma omp for
        for (int y = 0; y < N; y++)
            for (int x = 0; x < M; x++) {
                own[x] = in[y][x] * 0.5;
                out[y][x] += own[x];
            }
    }
}

/* On the heap, allocated for each row. */
static void shift(int n, const double in[N][M], double out[N][M])
{
#pragma omp parallel for default(none) shared(in, out) firstprivate(n)
    for (int y = 0; y < n; y++) {
        double *line = malloc((n + 8) * sizeof *line);
        if (line == NULL)
            abort();
        for (int x = 0; x < n + 8; x++) {
            line[x] = in[y][x] + x;
            if (x >= 4)
                out[y][x] += line[x - 4];
        }
        free(line);
    }
}

/* All rows of a table that only one thread looks at: the row number is not needed, but threads share
 * the table. */
static void table(const double in[N][M], double out[N][M])
{
    double all[N][M];
#pragma omp parallel for
    for (int y = 0; y < N; y++) {
        all[y][0] = in[y][0];
        for (int x = 1; x < M; x++)
            all[y][x] = 0.5 * all[y][x - 1] + in[y][x];
        out[y][0] += all[y][M - 1];
    }
}

int main(void)
{
    static double in[N][M], out[N][M];
    for (int y = 0; y < N; y++)
        for (int x = 0; x < M; x++)
            in[y][x] = (y * 37 + x * 11) % 29;
    blur(in, out);
    smooth(in, out);
    scale(in, out);
    shift(N, in, out);
    table(in, out);
    for (int y = 0; y < N; y++) {
        double sum = 0.0;
        for (int x = 0; x < M; x++)
            sum = 0.75 * sum + out[y][x];
        printf("%.17g\n", sum);
    }
    return 0;
}
