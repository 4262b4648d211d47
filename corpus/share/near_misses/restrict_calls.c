/*
 * `in` dies where `out` starts to live, but a call passes both as `restrict` pointers: directly,
 * through another function, and through pointers of the caller.
 *
 * Expected:
 *   in, out   storage of their own
 */
#include <stdio.h>

#ifndef N
#define N 9 /* samples */
#endif

static void reversed(const double *restrict in, double *restrict out)
{
    double last[N];

    for (int i = 0; i < N; i++)
        last[i] = in[i];
    for (int i = 0; i < N; i++)
        out[i] = last[N - 1 - i] + 1;
}

static void twice(const double *in, double *out)
{
    reversed(in, out);
}

static void direct(void)
{
    double in[N], out[N];

    for (int i = 0; i < N; i++)
        in[i] = i * 0.5 + 1;
    reversed(in, out);
    for (int i = 0; i < N; i++)
        printf("%g ", out[i]);
    puts("");
}

static void passed_on(void)
{
    double in[N], out[N];

    for (int i = 0; i < N; i++)
        in[i] = i * 0.25 + 2;
    twice(in, out);
    for (int i = 0; i < N; i++)
        printf("%g ", out[i]);
    puts("");
}

static void pointers(void)
{
    double in[N], out[N];
    const double *from = in;
    double *to = out;

    for (int i = 0; i < N; i++)
        in[i] = i * 0.75 + 3;
    reversed(from, to);
    for (int i = 0; i < N; i++)
        printf("%g ", out[i]);
    puts("");
}

int main(void)
{
    direct();
    passed_on();
    pointers();
    return 0;
}
