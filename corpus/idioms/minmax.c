/* Smallest and largest of two, in bounds and subscripts, in every way people write them. */
#include <stdio.h>

#ifndef N
#define N 12
#endif
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static double in[4 * N + 64], out[4 * N + 64];

static inline int imin(int a, int b) { return a < b ? a : b; }

static int imax(int a, int b)
{
    if (a >= b)
        return a;
    else
        return b;
}

static void bounds(int n, int m)
{
    double t[N + 2], u[N + 2];
    for (int i = 0; i < imin(n, m); i++) {
        t[i] = in[i];
        out[i] += t[imax(i - 1, 0)];
    }
    for (int i = MAX(1, n - m); i < MIN(n, N); i++) {
        u[i] = in[i];
        out[i] += u[i];
    }
}

static void tiles(int n)
{
    double t[N + 2];
    for (int b = 0; b < n; b += 4) {
        int end = b + 4;
        if (end > n)
            end = n;
        for (int i = b; i < end; i++) {
            t[i] = in[i];
            out[i] += t[i];
        }
    }
}

static void around(int n)
{
    double t[N][N];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            t[i][j] = in[i + j];
        for (int j = 0; j < n; j++)
            out[j] += t[i > 0 ? i - 1 : i][j] + t[i][j + 1 < n ? j + 1 : 0];
    }
}

/* The choice depends on data: `t` stays. */
static void by_data(int n)
{
    double t[N];
    for (int i = 0; i < n; i++)
        t[i] = in[i];
    for (int i = 0; i < n; i++)
        out[i] += t[in[i] > 3.0 ? i : 0];
}

int main(void)
{
    for (int i = 0; i < 4 * N + 64; i++)
        in[i] = (i * 37 % 101) / 7.0;
    bounds(N, N - 2);
    bounds(2, N);
    tiles(N);
    around(N);
    by_data(N);
    for (int i = 0; i <= N; i++)
        printf("%.9g\n", out[i]);
    return 0;
}
