/* A column that wraps at a run-time size which may be larger than the array: what is divided tells that it
 * stays inside. */
#include <stdio.h>

#ifndef N
#define N 4
#endif

static unsigned last(int n, int m, unsigned seed)
{
    unsigned t[m][3];
    unsigned sum = seed;

    for (int j = 0; j < n; j++) {
        t[0][2 % n] = sum + (unsigned)j;
        sum = sum * 3u + t[0][2 % n];
    }
    return sum;
}

int main(void)
{
    for (int n = 1; n < N + 3; n++)
        printf("%d %u %u\n", n, last(n, 2, 1u), last(n, N + 5, 7u));
    return 0;
}
