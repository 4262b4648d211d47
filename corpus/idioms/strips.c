/*
 * Subscripts that wrap in an innermost loop: each field is one value longer than a
 * line, and the loop is taken apart where a subscript wraps. Loops in all shapes;
 * those that may end early or have wide counters keep their modulo.
 *
 * Expected (--objective size):
 *   all   n + 1 cells, or N + 1; `last` 2; `t` 2w + 1
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 12
#endif
#define STEPS 7

/* Braces, comments and a counter that is used behind its loop. */
static double braces(int n, const double in[n])
{
    double a[STEPS][n], sum = 0;
    int t, i;

    for (i = 0; i <= n - 1; ++i) { /* the first line */
        a[0][i] = in[i];
    }
    for (t = 1; t < STEPS; t++) {
        a[t][0] = 0.5 * a[t - 1][0];
        for (i = 1; i < n - 1; i++) { // all but the ends
            /* what is left of it
               and what is right of it */
            a[t][i] = 0.5 * a[t - 1][i]
                      + 0.25 * (a[t - 1][i - 1] + a[t - 1][i + 1]);

            if (i == t)
                sum += a[t][i];
        }
        sum += i;
        a[t][n - 1] = a[t - 1][n - 1] + a[t - 1][n - 2];
    }
    for (i = 0; i < n; i++)
        sum += a[STEPS - 1][i] * i;
    return sum + i;
}

/* No braces, on one line or two. */
static double lines(int n, const double in[n])
{
    double a[STEPS][n], sum = 0;

    for (int i = 0; i < n; i++) a[0][i] = in[i];
    for (int t = 1; t < STEPS; t++) {
        for (int i = 0; i < n; i++)  /* one behind the other */
            a[t][i] = (i > 0 ? a[t - 1][i - 1] : 0.5) + (i < n - 1 ? 0.25 * a[t - 1][i + 1] : 0.125); /* and no third */
        if (t > 1) for (int i = 0; i < n; i += 1) { sum += a[t][i]; }
    }
    return sum;
}

/* Two fields in one loop; the bound is a macro, `at` and `end` mean something else. */
static double fields(const double in[N], double at, double end)
{
    double a[STEPS][N], b[STEPS][N], sum = 0;

    for (int i = 0; i < N; i++)
    {
        a[0][i] = in[i] * at;
        b[0][i] = in[N - 1 - i] - end;
    }
    for (int t = 1; t < STEPS; t++)
        for (int i = 0; i < N; i++)
        {
            a[t][i] = (i < N - 1 ? a[t - 1][i + 1] : 0.25) - (i > 0 ? 0.5 * b[t - 1][i - 1] : at);
            b[t][i] = (i < N - 1 ? b[t - 1][i + 1] : 0.75) + (i > 0 ? 0.5 * a[t - 1][i - 1] : end);
            sum += a[t][i] * b[t][i];
        }
    return sum;
}

/* A value of the iteration before beside the field. */
static double before(int n, const double in[n])
{
    double a[STEPS][n], last[STEPS][n], sum = 0;

    for (int i = 0; i < n; i++)
        a[0][i] = in[i];
    for (int t = 1; t < STEPS; t++)
        for (int i = 0; i < n; i++) {
            last[t][i] = (i > 0 ? a[t - 1][i - 1] : in[t % n]) + (i < n - 1 ? a[t - 1][i + 1] : in[0]);
            a[t][i] = 0.3 * last[t][i];
            if (i > 0)
                sum += last[t][i] - last[t][i - 1];
        }
    return sum;
}

/* Loops that keep their modulo: left early, or with a wide counter. */
static double others(int n, const double in[n])
{
    double a[STEPS][n], sum = 0;

    for (long i = 0; i < n; i++)
        a[0][i] = in[i];
    for (int t = 1; t < STEPS; t++) {
        for (int i = 0; i < n; i++) {
            if (in[i] < 0)
                break;
            a[t][i] = (i > 0 ? a[t - 1][i - 1] : 0.5) + (i < n - 1 ? 0.25 * a[t - 1][i + 1] : 0.125);
        }
        for (int i = 0; i < n; i++) {
            if (in[i] > 1)
                continue;
            sum += a[t][i];
        }
    }
    return sum;
}

/* Two rows and one value, in an order in which the loop takes cell after cell: backwards, on the heap. */
static double backwards(int w, const double in[w])
{
    double *t = malloc((size_t)STEPS * w * sizeof *t), sum = 0;

    if (!t)
        return 0;
    for (int y = STEPS - 1; y >= 0; y--)
        for (int x = 0; x < w; x++) {
            t[y * w + x] = 0.5 * in[x] + y;
            if (y < STEPS - 2)
                sum = 0.75 * sum + t[(y + 2) * w + x] - t[(y + 1) * w + x] * t[y * w + x];
        }
    free(t);
    return sum;
}

int main(void)
{
    double in[N];

    for (int i = 0; i < N; i++)
        in[i] = 0.75 + (i * 37 % 11) / 16.0;
    printf("%a\n", braces(N, in));
    printf("%a\n", lines(N, in));
    printf("%a\n", fields(in, 1.5, 0.25));
    printf("%a\n", before(N, in));
    printf("%a\n", others(N, in));
    printf("%a\n", backwards(N, in));
    return 0;
}
