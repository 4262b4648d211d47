/*
 * Filters that keep the whole signal where a few samples would do.
 *
 * Expected:
 *   first, second   two and three samples
 *   s               three samples
 *   line            seven samples; the oldest one stands where the new one goes
 */
#include <stdio.h>

#ifndef N
#define N 40
#endif
#define TAPS 8

static const double h[TAPS] = {0.1, 0.15, 0.2, 0.05, -0.1, 0.3, 0.2, 0.1};

static void cascade(const double *x, double *y, int n)
{
    double first[N], second[N];
    int t, k;

    for (t = 0; t < n; t++) {
        first[t] = 0.0;
        for (k = 0; k < TAPS && k <= t; k++)
            first[t] += h[k] * x[t - k];
        second[t] = first[t];
        if (t >= 1) second[t] += 0.5 * first[t - 1];
        if (t >= 2) second[t] += 0.25 * second[t - 2];
        y[t] = second[t];
    }
}

static void biquad(const double x[N], double y[N])
{
    double s[N + 2];

    s[0] = s[1] = 0.0;
    for (int t = 0; t < N; t++) {
        s[t + 2] = x[t] + 1.2 * s[t + 1] - 0.5 * s[t];
        y[t] = s[t + 2] - 2 * s[t + 1] + s[t];
    }
}

static void echo(const double x[N], double y[N])
{
    double line[N];

    for (int t = 0; t < N; t++) {
        line[t] = x[t] + (t >= 7 ? 0.6 * line[t - 7] : 0.0);
        y[t] = line[t] * 0.5;
    }
}

int main(void)
{
    double x[N], y[N], z[N], w[N];

    for (int i = 0; i < N; i++)
        x[i] = ((i * 37) % 101) / 50.0 - 1.0;
    cascade(x, y, N);
    biquad(x, z);
    echo(x, w);
    for (int i = 0; i < N; i++)
        printf("%a %a %a\n", y[i], z[i], w[i]);
    return 0;
}
