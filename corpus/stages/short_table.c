/*
 * A table whose last elements its declaration leaves at zero: those rows are read, too.
 *
 * Expected:
 *   level   stays: the table is not listed in full
 */
#include <stdio.h>

static const int down[4] = {2, 3};
static int level[60][40];

int main(void)
{
    int sum = 0;

    for (int y = 0; y < 60; y++)
        for (int x = 0; x < 40; x++)
            level[y][x] = y * 7 + x % 5;
    for (int y = 0; y < 57; y++)
        for (int x = 0; x < 40; x++)
            for (int k = 0; k < 4; k++)
                sum += level[y + down[k]][x] * (k + 1);
    printf("%d\n", sum);
    return 0;
}
