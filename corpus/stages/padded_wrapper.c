/*
 * The distance of two words. Rows come from a wrapper of malloc that asks for one byte at least.
 *
 * Expected:
 *   d       two rows
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *take(size_t bytes)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory)
        abort();
    return memory;
}

static int **table(int rows, int columns)
{
    int **t = take(rows * sizeof *t);
    for (int i = 0; i < rows; i++)
        t[i] = take(columns * sizeof **t);
    return t;
}

static int least(int a, int b, int c)
{
    int least = a < b ? a : b;
    return least < c ? least : c;
}

static int distance(const char *a, const char *b)
{
    int n = (int)strlen(a), m = (int)strlen(b), found;
    int **d = table(n + 1, m + 1);
    for (int i = 0; i <= n; i++)
        d[i][0] = i;
    for (int j = 0; j <= m; j++)
        d[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            d[i][j] = least(d[i - 1][j] + 1, d[i][j - 1] + 1,
                            d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
    found = d[n][m];
    for (int i = 0; i <= n; i++)
        free(d[i]);
    free(d);
    return found;
}

int main(void)
{
    printf("%d %d\n", distance("kitten", "sitting"), distance("contraction", "traction"));
    return 0;
}
