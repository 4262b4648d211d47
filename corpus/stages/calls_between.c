/*
 * The table is made by a call between declarations; counters of both functions have one name.
 *
 * Expected:
 *   best    one row
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef ROWS
#define ROWS 9
#endif
#ifndef COLUMNS
#define COLUMNS 6
#endif

static int **new_table(int rows, int columns)
{
    int **t = malloc(rows * sizeof *t);
    int i;
    for (i = 0; i < rows; i++)
        t[i] = malloc(columns * sizeof **t);
    return t;
}

static void free_table(int **t, int rows)
{
    int i;
    for (i = 0; i < rows; i++)
        free(t[i]);
    free(t);
}

static void paths(int h, int w, const int *gain, int *last)
{
    if (h < 1 || w < 2)
        return;
    int **best = new_table(h + 1, w + 1);
    int i, j;
    for (i = 0; i <= h; i++)
        best[i][0] = 2 * i;
    for (j = 1; j <= w; j++)
        best[0][j] = j;
    for (i = 1; i <= h; i++)
        for (j = 1; j <= w; j++) {
            int up = best[i - 1][j], left = best[i][j - 1];
            best[i][j] = (up > left ? up : left) + gain[(i - 1) * w + j - 1];
        }
    for (i = 1; i <= h; i++)
        last[i - 1] = best[i][w];
    free_table(best, h + 1);
}

int main(void)
{
    static int gain[ROWS * COLUMNS], last[ROWS];
    long sum = 0;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        gain[i] = i * 7 % 5;
    paths(ROWS, COLUMNS, gain, last);
    for (int i = 0; i < ROWS; i++)
        sum = 3 * sum + last[i];
    printf("%ld\n", sum);
    return 0;
}
