/* `break`, `continue`, `return` and `goto`: they cost what they reach. */
#include <stdio.h>

#ifndef N
#define N 12
#endif

static double in[4 * N + 64], out[4 * N + 64];

static int cleanup(int n)
{
    double t[N + 1], u[N + 1];
    int done = 0;
    for (int i = 0; i < n; i++) {
        u[i] = in[i];
        out[i] += u[i];
    }
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * in[i];
        if (t[i] > 20.0)
            goto out;
        out[i] += t[i];
    }
    done = 1;
out:
    out[n] += done;
    return done;
}

static void retries(int n)
{
    double t[N + 1], u[N + 1];
    int tries = 0;
    for (int i = 0; i < n; i++) {
        t[i] = in[i];
        out[i] += t[i];
    }
again:
    for (int i = 0; i < n; i++) {
        u[i] = in[i] + tries;
        out[i] += u[i] - out[(i + 1) % n] * 0.25;
    }
    if (++tries < 3)
        goto again;
}

static void odd_only(int n)
{
    double t[N + 1];
    for (int i = 0; i < n; i++) {
        if (i % 2 == 0)
            continue;
        t[i] = in[i];
        out[i] += t[i];
    }
}

static int first_large(int n)
{
    double t[N + 1];
    for (int i = 0; i < n; i++) {
        t[i] = in[i] * 3.0;
        out[i] += t[i];
        if (t[i] > 30.0)
            return i;
    }
    return -1;
}

/* What is skipped would have been written: all of `t` may be read behind the label. */
static void kept(int n)
{
    double t[N + 1];
    for (int i = 0; i < n; i++)
        t[i] = in[i];
    if (in[0] > 100.0)
        goto out;
    for (int i = 0; i < n; i++)
        t[i] = 2.0 * in[i];
out:
    for (int i = n - 1; i >= 0; i--)
        out[i] += t[i];
}

int main(void)
{
    for (int i = 0; i < 4 * N + 64; i++)
        in[i] = (i * 37 % 101) / 7.0;
    printf("%d %d %d\n", cleanup(N), cleanup(2), first_large(N));
    retries(N);
    odd_only(N);
    kept(N);
    for (int i = 0; i <= N; i++)
        printf("%.9g\n", out[i]);
    return 0;
}
