/* Loops in strips whose ends are sums: OpenMP wants the counter alone on its side, and an end that
   is less than 0 is none of a type without a sign. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 3000
#endif

static void scale(size_t n, int by, const int *s, int *d)
{
    for (size_t i = 0; i < n; i++)
        d[i] = by * s[i];
}

static void step(size_t n, const int *s, int *d)
{
    for (size_t i = 0; i + 1 < n; i++)
        d[i] = s[i + 1] - s[i];
}

static void third(size_t n, const int *s, int *d)
{
    for (size_t i = 0; i + 1 < n; i++)
        d[i + 1] = s[i] / 3;
}

void steps(size_t n, const int *restrict in, int *restrict out)
{
    int *t = malloc(n * sizeof *t);
    scale(n, 2, in, t);
    step(n, t, out);
    free(t);
}

void thirds(size_t n, const int *restrict in, int *restrict out)
{
    int *t = malloc(n * sizeof *t);
    scale(n, 5, in, t);
    third(n, t, out);
    free(t);
}

int main(void)
{
    static int in[N], out[N], low[N];
    for (int i = 0; i < N; i++)
        in[i] = i * i % 1009;
    steps(N, in, out);
    thirds(N, in, low);
    steps(1, in, out);
    thirds(0, in, low);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += out[i] * (long)(i % 7) + low[i];
    printf("%ld\n", sum);
    return 0;
}
