/* `switch` with groups that stand side by side. */
#include <stdio.h>

#ifndef N
#define N 12
#endif

static double in[4 * N + 64], out[4 * N + 64];

static void by_phase(int n)
{
    double t[N + 1];
    for (int i = 0; i < n; i++) {
        switch (i % 4) {
        case 0:
            t[i] = in[i];
            break;
        case 1:
        case 2: {
            t[i] = 2.0 * in[i];
            break;
        }
        default:
            t[i] = 0.0;
            break;
        }
        out[i] += t[i];
    }
}

static void by_data(int n)
{
    double t[N + 1];
    for (int i = 0; i < n; i++) {
        t[i] = 1.0;
        switch ((int)in[i]) {
        case 2:
            t[i] = in[i];
            /* fall through */
        case 3:
            t[i] += 2.0;
        }
        out[i] += t[i];
    }
}

/* Only some groups write: values of the iteration before may be read, and two cells are needed. */
static void sometimes(int n)
{
    double t[N + 2];
    t[0] = 1.0;
    for (int i = 0; i < n; i++) {
        t[i + 1] = in[i];
        switch ((int)in[i] & 1) {
        case 1:
            t[i + 1] += t[i];
            break;
        }
        out[i] += t[i + 1] - t[i];
    }
}

/* A group that starts inside of a loop is not followed: `t` stays. */
static void entered(int n)
{
    double t[N + 1];
    int i = 0;
    switch (n % 2) {
        for (; i < n; i++) {
        case 0:
            t[i] = in[i];
            out[i] += t[i];
        default:;
        }
    }
}

int main(void)
{
    for (int i = 0; i < 4 * N + 64; i++)
        in[i] = (i * 37 % 101) / 7.0;
    by_phase(N);
    by_data(N);
    sometimes(N);
    entered(N);
    for (int i = 0; i <= N; i++)
        printf("%.9g\n", out[i]);
    return 0;
}
