/*
 * The longest common subsequence of two words in a static table, whose first row and column nobody
 * sets: they are zero.
 *
 * Expected:
 *   same   two rows
 */
#include <stdio.h>
#include <string.h>

#define LONGEST 60

static int same[LONGEST + 1][LONGEST + 1];

int common(const char *a, const char *b)
{
    int m = strlen(a), n = strlen(b);
    for (int i = 1; i <= m; i++)
        for (int j = 1; j <= n; j++)
            if (a[i - 1] == b[j - 1])
                same[i][j] = same[i - 1][j - 1] + 1;
            else
                same[i][j] = same[i - 1][j] > same[i][j - 1] ? same[i - 1][j] : same[i][j - 1];
    return same[m][n];
}

int main(void)
{
    printf("%d letters\n", common("a quick brown fox jumps", "over the lazy dog at noon"));
    printf("%d letters\n", common("short", "ort"));
    printf("%d letters\n", common("", "none"));
    return 0;
}
