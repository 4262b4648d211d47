/*
 * In how many ways a walk of so many steps ends at each place of a line: calloc sets the row of the
 * start, of which one element is set to something else.
 *
 * Expected:
 *   ways   two rows
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9 /* steps */
#endif
#ifndef W
#define W 12 /* places */
#endif

static int count(int steps, int places, long *ends)
{
    long (*ways)[places + 2] = calloc(steps + 1, sizeof *ways);
    if (!ways)
        return 1;
    ways[0][1] = 1;
    for (int i = 1; i <= steps; i++)
        for (int j = 1; j <= places; j++)
            ways[i][j] = (ways[i - 1][j - 1] + ways[i - 1][j + 1]) % 100003;
    for (int j = 1; j <= places; j++)
        ends[j - 1] = ways[steps][j];
    free(ways);
    return 0;
}

int main(void)
{
    long ends[W], sum = 0;
    if (count(H, W, ends))
        return 1;
    for (int j = 0; j < W; j++)
        sum = (sum * 7 + ends[j]) % 1000003;
    printf("sum %ld\n", sum);
    return 0;
}
