/* A row that wraps at a run-time size is written where it is read; another row is written past the last read. What
 * wraps alike in both programs needs no comparison, whether or not all accesses wrap. */
#include <stdio.h>

#ifndef N
#define N 3
#endif

static unsigned ends(int n, unsigned seed, unsigned *out)
{
    unsigned t[2 * n - 1][n];
    unsigned sum = seed;

    for (int i = 1; i < 3; i++) {
        for (int j = i; j < n; j++)
            t[(2 * i) % n][j] = sum + (unsigned)(i * j);
        for (int j = i; j < n; j++)
            out[i * n + j] = t[(2 * i) % n][j];
    }
    t[2 * n - 2][1] = sum;
    return sum + (unsigned)n;
}

/* One access wraps, the others tell their rows apart by themselves. */
static unsigned diagonal(int m, unsigned seed)
{
    unsigned t[m][8];
    unsigned sum = 0;

    for (int i = 4; i >= 0; i--)
        for (int j = 1; j < m; j++)
            if (i <= 3 && j < m - 1) {
                t[j][i + 2] = i <= 2 && j < m - 2 ? t[j + 1][i + 3] + 1 : seed + (unsigned)j;
                sum = sum * 3 + t[j][i + 2];
            }
    t[2 % m][0] = sum;
    return sum;
}

int main(void)
{
    unsigned out[3 * (N + 3)] = { 0 };

    for (int n = 2; n < N + 3; n++)
        for (unsigned seed = 0; seed < 4; seed++) {
            unsigned last = ends(n, seed, out);
            printf("%d %u %u %u %u\n", n, seed, last, out[2 * n + n - 1], diagonal(n + 2, seed));
        }
    return 0;
}
