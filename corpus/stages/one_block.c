/*
 * Rows in one block of memory that has a name of its own: one test is for it and for the table, and
 * it is freed by the address of the first row.
 *
 * Expected:
 *   best    two rows
 */
#include <stdio.h>
#include <stdlib.h>

static int weight(int i, int j)
{
    return (i * 7 + j * 5) % 9 - 3;
}

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 14, n = argc > 2 ? atoi(argv[2]) : 11;
    if (m < 1 || n < 1)
        return 1;
    int **best = malloc((m + 1) * sizeof(int *));
    int *block = malloc((size_t)(m + 1) * (n + 1) * sizeof(int));
    if (!best || !block)
        return 2;
    for (int i = 0; i < m + 1; i++)
        best[i] = block + (size_t)i * (n + 1);
    for (int i = 0; i <= m; i++)
        best[i][0] = -2 * i;
    for (int j = 0; j <= n; j++)
        best[0][j] = -2 * j;
    for (int i = 1; i <= m; i++)
        for (int j = 1; j <= n; j++) {
            int most = best[i - 1][j - 1] + weight(i, j);
            if (best[i][j - 1] - 2 > most)
                most = best[i][j - 1] - 2;
            if (best[i - 1][j] - 2 > most)
                most = best[i - 1][j] - 2;
            best[i][j] = most;
        }
    printf("%d\n", best[m][n]);
    free(best[0]);
    free(best);
    return 0;
}
