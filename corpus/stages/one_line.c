/*
 * Loops and a function with all statements on one line. In the fused loop each statement has a line:
 * behind an `if`, a second one would seem to belong to it.
 *
 * Expected: t one variable, top two elements.
 */
#include <stdio.h>

#ifndef N
#define N 30
#endif

static void tops(const int *t, int *top) { int m = 0; for (int i = 0; i < N; i++) { if (t[i] > m) m = t[i]; top[i] = m; } }

static int steps(const int *in, int *out)
{
    int t[N], top[N], s = 0;
    for (int i = 0; i < N; i++) { int v = in[i]; if (v > 50) v -= 50; t[i] = v; }
    tops(t, top);
    for (int i = 1; i < N; i++) { if (top[i] > top[i - 1]) s++; out[i] = top[i] - top[i - 1] + s; }
    return s;
}

static int in[N], out[N];

int main(void)
{
    int s = 0;

    for (int i = 0; i < N; i++)
        in[i] = i * 37 % 101;
    s = steps(in, out);
    for (int i = 1; i < N; i++)
        s += out[i] * i;
    printf("the checksum is %d\n", s);
    return 0;
}
