/* Rows wrap at a run-time size: where the row is read, it may be any, and the value that its only writer stored there
 * is the one that is found. */
#include <stdio.h>

#ifndef N
#define N 3
#endif

static unsigned ring(int n, unsigned seed)
{
    unsigned t[n][n + 2];
    unsigned sum = seed;

    for (int i = 1; i < n; i++)
        t[i][i + 1] = sum * (unsigned)i;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            if (i > 1 && j >= n - 1)
                t[(i + j) % n][j % 4] = t[(i + j) % n][j % 4] + 1u;
    return sum + (unsigned)n;
}

int main(void)
{
    for (int n = 1; n < N + 3; n++)
        for (unsigned seed = 0; seed < 4; seed++)
            printf("%d %u %u\n", n, seed, ring(n, seed));
    return 0;
}
