/*
 * The edit distance of two words with the whole table. The data choose values,
 * but no elements.
 */
#include <stdio.h>

#ifndef N
#define N 9 /* length of the first word */
#endif
#ifndef M
#define M 7 /* length of the second word */
#endif

int distance(int n, int m, const char a[], const char b[])
{
    int d[n + 1][m + 1];

    for (int j = 0; j <= m; j++)
        d[0][j] = j;
    for (int i = 1; i <= n; i++) {
        d[i][0] = i;
        for (int j = 1; j <= m; j++) {
            int best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);

            if (d[i - 1][j] + 1 < best)
                best = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < best)
                best = d[i][j - 1] + 1;
            d[i][j] = best;
        }
    }
    return d[n][m];
}

int main(void)
{
    char a[N], b[M];
    unsigned seed = 1;

    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < N; i++) {
            seed = seed * 1664525u + 1013904223u;
            a[i] = "abc"[(seed >> 16) % 3];
        }
        for (int j = 0; j < M; j++) {
            seed = seed * 1664525u + 1013904223u;
            b[j] = "abc"[(seed >> 16) % 3];
        }
        printf("%d\n", distance(N, M, a, b));
    }
    return 0;
}
