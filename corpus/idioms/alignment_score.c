/*
 * The score of the best global alignment. The allocation is computed in size_t, so nothing says that
 * m + n fits in an int: sums are wide. Subscripts that are 0 or a size leave no trace in them.
 *
 * Expected: table  m + n + 1 cells, `table[n]` for the last one
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef GAP
#define GAP 2
#endif

static int score(char a, char b)
{
    return a == b ? 3 : -1;
}

static int align(const char *a, int m, const char *b, int n)
{
    int *table = malloc(sizeof(int) * (m + 1) * (n + 1));
    int best;

    if (m < 0 || n < 0 || table == NULL)
        exit(1);
    for (int i = 0; i <= m; i++)
        table[i * (n + 1)] = -i * GAP;
    for (int j = 0; j <= n; j++)
        table[j] = -j * GAP;
    for (int i = 1; i <= m; i++) {
        for (int j = 1; j <= n; j++) {
            int match = table[(i - 1) * (n + 1) + j - 1] + score(a[i - 1], b[j - 1]);
            int del = table[(i - 1) * (n + 1) + j] - GAP;
            int ins = table[i * (n + 1) + j - 1] - GAP;

            if (match >= del && match >= ins)
                table[i * (n + 1) + j] = match;
            else if (del >= ins)
                table[i * (n + 1) + j] = del;
            else
                table[i * (n + 1) + j] = ins;
        }
    }
    best = table[m * (n + 1) + n];
    free(table);
    return best;
}

int main(void)
{
    static const char *words[] = {"", "G", "GATTACA", "GCATGCG", "ACGTACGTGA", "TTGACA"};
    const int count = sizeof words / sizeof words[0];

    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            int m = strlen(words[i]), n = strlen(words[j]);

            printf("%s %s %d\n", words[i], words[j], align(words[i], m, words[j], n));
        }
    return 0;
}
