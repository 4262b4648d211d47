/* verify: refuted
 * The result is taken from the row that is written next.
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
    int first[m + 1], second[m + 1];
    int *last = first, *row = second;

    for (int j = 0; j <= m; j++)
        last[j] = row[j] = j;
    for (int i = 1; i <= n; i++) {
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int best = last[j - 1] + (a[i - 1] != b[j - 1]);

            if (last[j] + 1 < best)
                best = last[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }

        int *t = last;
        last = row;
        row = t;
    }
    return row[m];
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
