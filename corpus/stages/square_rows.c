/* Delannoy numbers: the ways of a king from one corner of a square board to another. The table
 * has as many rows as columns, one more than the steps: its size is the square of a sum. */
#include <stdio.h>
#include <stdlib.h>

static unsigned delannoy(int n)
{
    unsigned **ways = malloc((n + 1) * sizeof *ways);
    int i, j;
    for (i = 0; i <= n; i++)
        ways[i] = malloc((n + 1) * sizeof **ways);
    for (i = 0; i <= n; i++) {
        for (j = 0; j <= n; j++) {
            if (i == 0 || j == 0)
                ways[i][j] = 1;
            else
                ways[i][j] = ways[i - 1][j] + ways[i][j - 1] + ways[i - 1][j - 1];
        }
    }
    unsigned answer = ways[n][n];
    for (i = 0; i <= n; i++)
        free(ways[i]);
    free(ways);
    return answer;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 9;
    if (n < 0)
        return 1;
    printf("%u\n", delannoy(n));
    return 0;
}
