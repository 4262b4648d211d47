/* Objects that move with the loops around them: running indices, two counters, strides. */
#include <stdio.h>

#ifndef N
#define N 12
#endif

static double in[8 * N * N + 64], out[8 * N * N + 64];

static void running(void)
{
    double t[2 * N + 2];
    int k = 0;
    for (int i = 0; i < N; i++) {
        t[k] = in[i];
        t[k + 1] = in[i + 1];
        if (k >= 2)
            out[i] += t[k - 2] * t[k + 1];
        k += 2;
    }
    out[k] += k;
}

static void flat(int n, int m)
{
    double t[n * m];
    int k = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            t[k] = in[k];
            if (i > 0)
                out[k] += t[k - m];
            k++;
        }
}

static void ends_meet(int n)
{
    double t[N];
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        t[i] = in[j];
        out[i] += t[i];
        t[j] = in[i];
        out[j] += t[j];
    }
}

static void counter_behind(int n)
{
    double t[N + 2];
    int i;
    for (i = 0; i < n; i++) {
        t[i] = in[i];
        out[i] += t[i];
    }
    t[i] = 3.0;
    for (; i > 0; i--)
        t[i - 1] = t[i] + in[i];
    out[0] += t[0];
}

/* The index is moved under a condition on data: any element may be meant, and `t` stays. */
static void compacted(void)
{
    double t[N];
    int k = 0;
    for (int i = 0; i < N; i++)
        if (in[i] > 3.0) {
            t[k] = in[i];
            k++;
        }
    for (int i = 0; i < k; i++)
        out[i] += t[i];
}

/* `continue` passes over the step: `t` stays. */
static void passed_over(void)
{
    double t[N + 1];
    int k = 0;
    for (int i = 0; i < N; i++) {
        t[k] = in[i];
        out[i] += t[k];
        if (in[i] > 3.0)
            continue;
        out[i] -= t[k] * 0.5;
        k++;
    }
    for (int i = 0; i < k; i++)
        out[i] += t[i];
}

int main(void)
{
    for (int i = 0; i < 8 * N * N + 64; i++)
        in[i] = (i * 37 % 101) / 7.0;
    running();
    flat(N, N);
    flat(2, N + 3);
    ends_meet(N);
    ends_meet(1);
    counter_behind(N);
    counter_behind(0);
    compacted();
    passed_over();
    for (int i = 0; i < N * N; i++)
        printf("%.9g\n", out[i]);
    return 0;
}
