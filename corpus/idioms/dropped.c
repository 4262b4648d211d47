/* Parameters whose functions need no storage of the caller: `--drop-unused` takes them out of
 * declarations and calls, with what callers do to provide them. Some must stay: their arrays are
 * named in other ways, or allocated with side effects. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 8
#endif

static int rounds;

static double last(const double v[], int n, double t[]);
static double sum(double t[],
                  const double v[]); /* the second */

static size_t counted(size_t bytes)
{
    rounds++;
    return bytes;
}

static double last(const double v[], int n, double t[])
{
    double all = 0.0;
    for (int i = 0; i < n; i++) {
        t[i] = v[i] * 2.0;
        all = 0.5 * all + t[i];
    }
    return all;
}

static double sum(double t[],
                  const double v[])
{
    double all = 0.0; // so far

    for (int i = 0; i < N; i++) {
        t[i] = v[i] - 1.0;
        all += t[i] * t[i];
    }
    return all;
}

static double alone(double t[N][N]) {
    double all = 0.0;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            t[i][j] = i * 0.5 + j;
        for (int j = 0; j < N; j++)
            all += t[i][N - 1 - j] * t[i][j];
    }
    return all;
}

static double both(double t[static N], double u[static N], double factor) { double all = 0.0; for (int i = 0; i < N; i++) { t[i] = i * factor; u[i] = t[i] + 1.0; all += u[i]; } return all; }

static double stays(int n, double t[n])
{
    double all = 0.0;
    for (int i = 0; i < n; i++) {
        t[i] = i * 0.125;
        all += t[i];
    }
    return all;
}

int main(void)
{
    double v[N];
    double *a = malloc(N * sizeof *a); /* of last */
    double *b;
    double square[N][N];
    double x[N], y[N];

    for (int i = 0; i < N; i++)
        v[i] = 0.25 * i * i - i;
    b = malloc(sizeof(double) * N);
    printf("%a\n", last(v, N, a));
    printf("%a %a\n", sum(b, v), sum(
        b, v));
    free(b); // no longer needed
    free(a);
    printf("%a\n", alone(square));
    printf("%a\n", both(x, y, 3.0));
    {
        double *c = malloc(counted(N * sizeof(double)));
        int n = N;
        double d[n++];
        printf("%a %a\n", stays(N, c), stays(N, d));
        printf("%d %d\n", n, rounds);
        free(c);
    }
    return 0;
}
