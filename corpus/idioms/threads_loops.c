/* Parallel loops of every kind: collapsed, of vector lanes, with reductions, under macros. */
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#ifndef N
#define N 20
#endif
#define DEPTH 2
#define OMP(directive) _Pragma(#directive)

/* Every pair of indices is for itself. */
static void collapsed(const double in[N][N], double out[N][N])
{
#pragma omp parallel for collapse(DEPTH)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double power[8];
            power[0] = 1.0;
            for (int k = 1; k < 8; k++)
                power[k] = power[k - 1] * in[i][j];
            out[i][j] = power[7];
        }
}

/* Lanes of a vector work on a row together. */
static void lanes(const double in[N][N], double out[N][N])
{
    double rows[N + 1][N];
    for (int j = 0; j < N; j++)
        rows[0][j] = in[0][j];
    for (int i = 0; i < N; i++) {
#pragma omp simd
        for (int j = 0; j < N; j++) {
            rows[i + 1][j] = 0.5 * rows[i][j] + in[i][j];
            out[i][j] += rows[i + 1][j];
        }
    }
}

/* Each iteration adds up a vector of its own. */
static double total(const double in[N][N])
{
    double sum = 0.0;
    int i, j;
    OMP(omp parallel for private(j) reduction(+ : sum))
    for (i = 0; i < N; i++) {
        double part[N];
        part[0] = in[i][0];
        for (j = 1; j < N; j++)
            part[j] = part[j - 1] + in[i][j];
        sum += part[N - 1];
    }
    return sum;
}

/* The largest one under a lock; what leads to it is not shared. */
static double largest(const double in[N][N])
{
    double most = 0.0;
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        double best[N];
        best[0] = in[i][0];
        for (int j = 1; j < N; j++)
            best[j] = best[j - 1] > in[i][j] ? best[j - 1] : in[i][j];
#pragma omp critical (most)
        if (best[N - 1] > most)
            most = best[N - 1];
    }
    return most;
}

/* The pragma is for one configuration only; the loop means the same without. */
static void optional(const double in[N][N], double out[N][N])
{
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < N; i++) {
        double line[N];
        for (int j = 0; j < N; j++) {
            line[j] = in[i][j] + j;
            out[i][j] += line[j];
        }
    }
}

int main(void)
{
    static double in[N][N], out[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            in[i][j] = ((i * 7 + j * 5) % 9) / 4.0;
    collapsed(in, out);
    lanes(in, out);
    optional(in, out);
    printf("%.17g %.17g\n", total(in), largest(in));
    for (int i = 0; i < N; i++)
        printf("%.17g\n", out[i][i] + out[0][i]);
    return 0;
}
