/*
 * Tones of a signal: the output is a table of the file, or a part of the input. `meter` counts its
 * calls, so it has no copy.
 *
 * Expected:
 *   pre of tones   few elements, under tests
 *   pre of meter   all: no test at run time
 */
#include <stddef.h>
#include <stdio.h>

#ifndef N
#define N 12 /* samples */
#endif

int table[N + 2];

/* The energy of `out`, which is also added to the table. */
long tones(size_t n, const int *in, int *out)
{
    int pre[n + 1];
    long energy = 0;

    for (size_t i = 0; i < n; i++)
        pre[i] = 3 * in[i] - 1;
    for (size_t i = 2; i < n; i++) {
        out[i] = pre[i - 2] + pre[i];
        table[i] += out[i] % 7;
        energy += out[i];
    }
    return energy;
}

int meter(size_t n, const int *in, int *out)
{
    static int calls;
    int pre[n + 1];

    calls++;
    for (size_t i = 0; i < n; i++)
        pre[i] = in[i] + calls;
    for (size_t i = 1; i < n; i++)
        out[i] = pre[i - 1] + pre[i];
    return calls;
}

int main(void)
{
    static int pool[3 * N];

    for (size_t first = 0; first <= 2 * N; first++) {
        for (size_t i = 0; i < 3 * N; i++)
            pool[i] = (int)(i * i % 11);
        printf("%ld", tones(N, pool + N, pool + first));
        printf(" %ld", tones(N, pool + N, table));
        printf(" %ld", tones(N, table + 1, pool + first));
        printf(" %d", meter(N, pool + N, pool + first));
        unsigned sum = 0;
        for (size_t i = 0; i < 3 * N; i++)
            sum = 31 * sum + (unsigned)pool[i];
        for (size_t i = 0; i < N; i++)
            sum = 31 * sum + (unsigned)table[i];
        printf(" %u\n", sum);
    }
    return 0;
}
