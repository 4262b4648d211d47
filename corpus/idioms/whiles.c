/* `while` and `do`: those that count, and those whose end only the data tells. */
#include <stdio.h>

#ifndef N
#define N 12
#endif

static double in[4 * N + 64], out[4 * N + 64];

static void counting(int n)
{
    double t[N + 1], u[N + 1];
    int i = 0;
    while (i < n) {
        t[i] = in[i];
        out[i] += t[i];
        i++;
    }
    i = 0;
    do {
        u[i] = in[i];
        out[i] += 0.5 * u[i];
        i += 2;
    } while (i < n);
}

static void until_small(int n)
{
    double t[64][N];
    int k = 0;
    for (int i = 0; i < n; i++)
        t[0][i] = in[i];
    double error = 1.0;
    while (error > 0.01 && k < 60) {
        t[k + 1][0] = t[k][0];
        for (int i = 1; i < n; i++)
            t[k + 1][i] = 0.5 * (t[k][i - 1] + t[k][i]);
        error *= 0.6;
        k++;
    }
    for (int i = 0; i < n; i++)
        out[i] += t[k][i];
}

static void within(int n)
{
    double t[N + 1];
    double error = 1.0;
    while (error > 0.1) {
        for (int i = 0; i < n; i++) {
            t[i] = in[i] * error;
            out[i] += t[i];
        }
        error *= 0.5;
    }
}

/* Two buffers, both read in full in the next round: they stay. */
static void ping_pong(int n)
{
    double a[N + 2], b[N + 2];
    for (int i = 0; i < n + 2; i++)
        a[i] = b[i] = in[i];
    double error = 1.0;
    while (error > 0.1) {
        for (int i = 1; i <= n; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        for (int i = 1; i <= n; i++)
            a[i] = b[i];
        error *= 0.5;
    }
    for (int i = 0; i < n; i++)
        out[i] += a[i];
}

/* The condition steps the counter: behind the body of `do`, in front of that of `while`. */
static void stepped(int n)
{
    double t[60], u[N + 1], v[N + 1];
    int i = 1;
    t[0] = 5.0;
    t[9] = 6.0;
    out[0] += t[9];
    do
        t[i] = t[i - 1] + in[i];
    while (++i < 50);
    out[1] += t[49];
    i = 0;
    while (i++ < n - 1) {
        u[i] = in[i] * 2.0;
        out[i] += u[i] * u[i];
    }
    i = n;
    v[n] = 3.0;
    while (--i >= 0)
        v[i] = v[i + 1] * 0.5 + in[i];
    out[2] += v[0];
}

/* The end of a loop without a condition is the `break` in front. */
static void forever(int n)
{
    double t[N + 1], u[N + 1], v[N + 1];
    int i = 0, k;
    t[0] = in[0];
    for (;;) {
        if (i >= n)
            break;
        t[i + 1] = t[i] * 0.5 + in[i];
        i++;
    }
    out[3] += t[i];
    for (k = 0;; k++) {
        if (!(k < n && k < N)) {
            break;
        }
        u[k] = in[k] + 1.0;
        out[k] += u[k] * u[k];
    }
    k = n;
    while (1) {
        if (k <= 0 || k > N)
            break;
        v[k] = in[k] - 1.0;
        out[k] += v[k] * v[k];
        if (out[k] > 1e6)
            break;
        k--;
    }
}

int main(void)
{
    for (int i = 0; i < 4 * N + 64; i++)
        in[i] = (i * 37 % 101) / 7.0;
    counting(N);
    until_small(N);
    within(N);
    ping_pong(N);
    stepped(N);
    forever(N);
    for (int i = 0; i <= N; i++)
        printf("%.9g\n", out[i]);
    return 0;
}
