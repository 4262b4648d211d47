/* Arrays at file scope: temporaries of the one function that uses them, in lists of declarators,
 * with sizes from macros and enumerations; and some that must stay: read by another function, read
 * by the next call, seen by other files, reached through a pointer. */
#include <stdio.h>

#ifndef N
#define N 9
#endif

enum { ROWS = 4 };

static double row[N][N], sum[N], /* of one row */ last = 1.5, grid[ROWS][N];
static double kept[N];
static double between[N];
static double reached[N];
double seen[N];
static double *const into = reached + 1;

#pragma pleat temporary(open)
float open[N][2];

static struct { double re, im; } wave[N + 2];

static void fill(const double in[N])
{
    for (int i = 0; i < N; i++)
        between[i] = in[i] * 2.0;
}

static double smooth(const double in[N], double out[N])
{
    double all = last;

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            row[i][j] = in[i] * in[j] + between[j];
        sum[i] = 0.0;
        for (int j = 0; j < N; j++)
            sum[i] += row[i][j] * row[i][N - 1 - j];
        out[i] = sum[i];
        all += out[i] * kept[i];
    }
    for (int i = 0; i < N; i++) {
        kept[i] = out[i];
        seen[i] = all;
        reached[i] = seen[i] * 0.5;
        out[i] += reached[i];
    }
    last = all + into[0];
    return all;
}

static double waves(const double in[N])
{
    double all = 0.0;
    for (int i = 0; i < N; i++) {
        wave[i].re = in[i];
        wave[i].im = -in[i];
        open[i][0] = (float)(in[i] * 0.5);
        open[i][1] = (float)(in[i] * 0.25);
        all += wave[i].re * open[i][1] + wave[i].im * open[i][0];
    }
    for (int t = 0; t < ROWS; t++)
        for (int i = 0; i < N; i++) {
            grid[t][i] = all + t * in[i];
            all = 0.75 * grid[t][i];
        }
    return all;
}

int main(void)
{
    double in[N], out[N];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < N; i++)
            in[i] = 0.1 * i * i - 0.3 * round;
        fill(in);
        printf("%a\n", smooth(in, out));
        printf("%a\n", waves(in));
        for (int i = 0; i < N; i++)
            printf("%a %a\n", out[i], seen[i]);
    }
    return 0;
}
