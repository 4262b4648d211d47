/* Lines under `#if` between the uses: whole statements that cannot matter do not stand in the way. */
#include <stdio.h>

#ifndef N
#define N 12
#endif
#ifdef SINGLE
#define REAL float
#else
#define REAL double
#endif

static int steps;

/* Prints and counts come and go. */
static double smooth(void)
{
    REAL old[N], new[N];
    double sum = 0.0;
    int i;

    for (i = 0; i < N; i++) {
        old[i] = 0.3 * i * i + 1.0;
#ifdef TRACE
        if (steps > 3)
            printf("step %d of %d\n", i, N);
#endif
        new[i] = old[i] - 0.5;
#ifdef COUNT_TWICE
        steps += 2;
#else
        steps++;
#endif
        sum = 0.5 * sum + new[i];
    }
    return sum;
}

/* One of two kernels is there as a whole. */
static double pick(void)
{
    double sum = 0.0;
#ifdef BACKWARDS
    for (int i = N - 1; i >= 0; i--)
        sum = 0.5 * sum + i;
#else
    double kept[N];
    for (int i = 0; i < N; i++) {
        kept[i] = 2.0 * i;
        sum = 0.5 * sum + kept[i];
    }
#endif
    return sum;
}

/* Near miss: another configuration writes between the uses. */
static double patched(void)
{
    double t[N], sum = 0.0;
    for (int i = 0; i < N; i++) {
        t[i] = 0.5 * i;
#ifndef PLAIN
        t[i] += 1.0;
#endif
        sum = 0.5 * sum + t[i];
    }
    return sum;
}

/* The guard is gone in another configuration: nothing leans on what it says of `n`. */
static double guarded(int n)
{
#ifndef TRUST
    if (n < 2)
        return 0.0;
#endif
    double sum = 0.0, a[n + 1];
    for (int i = 0; i <= n; i++) {
        a[i] = 0.5 * i;
        if (i >= 2)
            sum = 0.5 * sum + a[i - 2];
    }
    return sum;
}

int main(void)
{
    printf("%a and some more text\n", smooth());
    printf("%a\n", pick());
    printf("%a\n", patched());
    printf("%a %a\n", guarded(1), guarded(N));
    return steps > 100;
}
