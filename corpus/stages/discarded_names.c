/* Stages with numbers that only `(void)` names, and with inner numbers of the same name. */
#include <stdio.h>

#ifndef N
#define N 40
#endif

static void twice(int n, const int *s, int *d)
{
    int k = 7;
    for (int y = 0; y < n; y++) {
        int k = 2;
        d[y] = k * s[y];
    }
    (void)k;
}

static void slope(int n, const int *s, int *d)
{
    int unused = 1;
    const int used = 3;
    const int *first = s;
    for (int y = 1; y < n; y++)
        d[y] = s[y] - s[y - 1] + used;
    (void)unused;
    (void)first;
}

void slopes(int n, const int in[restrict N], int out[restrict N])
{
    int t[N];
    twice(n, in, t);
    slope(n, t, out);
}

int main(void)
{
    int in[N], out[N] = {0};
    for (int y = 0; y < N; y++)
        in[y] = y * y % 17;
    slopes(N, in, out);
    for (int y = 0; y < N; y++)
        printf("%d ", out[y]);
    puts("");
    return 0;
}
