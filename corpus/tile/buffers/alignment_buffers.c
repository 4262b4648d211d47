/*
 * The best score of an alignment of two strings.
 *
 * Expected: a tile has its part of the table, with the row above it and the column before it.
 */
#include <stdio.h>

#ifndef N
#define N 40
#endif

static int score(int m, int n, const char a[m], const char b[n])
{
    int table[m + 1][n + 1];

    for (int j = 0; j <= n; j++)
        table[0][j] = 0;
    for (int i = 1; i <= m; i++)
        table[i][0] = 0;
    for (int i = 1; i <= m; i++)
        for (int j = 1; j <= n; j++) {
            int match = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
            int up = table[i - 1][j] - 1;
            int left = table[i][j - 1] - 1;
            int best = match > up ? match : up;
            table[i][j] = best > left ? best : left;
        }
    return table[m][n];
}

int main(void)
{
    char a[N], b[N];

    for (int i = 0; i < N; i++) {
        a[i] = "acgt"[i * 7 % 11 % 4];
        b[i] = "acgt"[i * 5 % 13 % 4];
    }
    for (int m = 0; m <= N; m++)
        printf("%d %d\n", score(m, N, a, b), score(N, m, a, b));
    return 0;
}
