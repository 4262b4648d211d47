/*
 * The distance of each word to the others, by a table of which two rows are enough. The caller has
 * stages too, and calls that function in the iterations of a loop: there, sizes are data.
 *
 * Expected:
 *   table     two rows
 *   nearness  one row
 */
#include <stdio.h>
#include <string.h>

#define WORDS 5

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int distance(const char *a, const char *b)
{
    int m = strlen(a), n = strlen(b);
    int table[m + 1][n + 1];
    for (int i = 0; i <= m; i++)
        table[i][0] = i;
    for (int j = 0; j <= n; j++)
        table[0][j] = j;
    for (int i = 1; i <= m; i++)
        for (int j = 1; j <= n; j++) {
            int other = table[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            table[i][j] = least(other, least(table[i - 1][j], table[i][j - 1]) + 1);
        }
    return table[m][n];
}

int main(void)
{
    const char *words[WORDS] = { "stone", "tone", "atone", "honest", "one" };
    int apart[WORDS][WORDS];
    double nearness[WORDS][WORDS], total = 0;
    for (int k = 0; k < WORDS; k++)
        for (int l = 0; l < WORDS; l++)
            apart[k][l] = distance(words[k], words[l]);
    for (int k = 0; k < WORDS; k++)
        for (int l = 0; l < WORDS; l++)
            nearness[k][l] = 1 / (1.0 + apart[k][l]);
    for (int k = 0; k < WORDS; k++) {
        double most = 0;
        for (int l = 0; l < WORDS; l++)
            if (l != k && nearness[k][l] > most)
                most = nearness[k][l];
        total += most;
    }
    printf("%.4f\n", total);
    for (int k = 0; k < WORDS; k++)
        printf("%d ", apart[k][(k + 1) % WORDS]);
    printf("\n");
    return 0;
}
