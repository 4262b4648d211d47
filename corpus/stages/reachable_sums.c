/*
 * Which sums can be reached: a table of rows that calloc clears one by one.
 *
 * Expected:
 *   sums    two rows
 */
#include <stdio.h>
#include <stdlib.h>

static int reachable(const int *part, int n, int most)
{
    unsigned char **sums = malloc((n + 1) * sizeof *sums);
    int i, count = 0;
    for (i = 0; i <= n; i++)
        sums[i] = calloc(most + 1, 1);
    sums[0][0] = 1;
    for (i = 1; i <= n; i++)
        for (int s = 0; s <= most; s++)
            sums[i][s] = sums[i - 1][s] || (s >= part[i - 1] && sums[i - 1][s - part[i - 1]]);
    for (int s = 0; s <= most; s++)
        count += sums[n][s];
    for (i = 0; i <= n; i++)
        free(sums[i]);
    free(sums);
    return count;
}

int main(int argc, char **argv)
{
    static const int parts[] = {3, 5, 9, 14, 30};
    int most = argc > 1 ? atoi(argv[1]) : 50;
    if (most < 0)
        return 1;
    printf("%d sums\n", reachable(parts, 5, most));
    return 0;
}
