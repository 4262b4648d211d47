/* Counters that start far from zero, as time stamps and addresses do: rows are counted from the first one. Sums of what is
   far and a factor would not fit in the types of the counters, the user's own differences do. */
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

#define STEPS 20
#define EPOCH 1700000000

static int out[STEPS];

/* A factor in front of the difference. */
static void every_third(int from)
{
    int t[3 * STEPS][5];

    for (int y = from; y < from + STEPS; y++) {
        for (int j = 0; j < 5; j++)
            t[3 * (y - from)][j] = (y - from) * j + 1;
        if (y > from)
            for (int j = 0; j < 5; j++)
                out[y - from] += t[3 * (y - from)][j] + t[3 * (y - from) - 3][4 - j];
    }
}

/* Rows and columns from the same macro: one row along both under `--objective size`. */
static void squares(void)
{
    int t[STEPS][STEPS];

    for (int y = EPOCH; y < EPOCH + STEPS; y++)
        for (int x = EPOCH; x < EPOCH + STEPS; x++) {
            t[y - EPOCH][x - EPOCH] = (y - EPOCH) * (x - EPOCH) % 7;
            if (y >= EPOCH + 2)
                out[y - EPOCH] += t[y - EPOCH - 2][x - EPOCH] - t[y - EPOCH][x - EPOCH];
        }
}

/* The last iterations end at the largest number, backwards. */
static void backwards(int last)
{
    int t[STEPS][5];

    for (int y = last; y > last - STEPS; y--) {
        for (int j = 0; j < 5; j++)
            t[last - y][j] = (last - y) * j + 2;
        if (y < last)
            for (int j = 0; j < 5; j++)
                out[last - y] += t[last - y][j] - t[last - y - 1][4 - j];
    }
}

/* A subscript beyond the counter, which only a condition keeps in its type. */
static void ahead(void)
{
    int t[STEPS + 6][4];

    for (int y = INT_MAX - STEPS; y < INT_MAX; y++) {
        if (y < INT_MAX - 7)
            for (int j = 0; j < 4; j++)
                t[y + 7 - (INT_MAX - STEPS)][j] = (INT_MAX - y) * j;
        if (y > INT_MAX - STEPS && y < INT_MAX - 7)
            for (int j = 0; j < 4; j++)
                out[INT_MAX - y - 1] += t[y + 7 - (INT_MAX - STEPS)][j] + t[y + 6 - (INT_MAX - STEPS)][3 - j];
    }
}

/* From the smallest number on. */
static void smallest(void)
{
    float t[STEPS][3];

    for (int y = INT_MIN; y < INT_MIN + STEPS; y++) {
        for (int j = 0; j < 3; j++)
            t[y - INT_MIN][j] = (float)(y - INT_MIN) + (float)j;
        if (y > INT_MIN)
            for (int j = 0; j < 3; j++)
                out[y - INT_MIN] += (int)(t[y - INT_MIN][j] * 3 + t[y - INT_MIN - 1][2 - j]);
    }
}

int main(void)
{
    every_third(0);
    every_third(INT_MAX - STEPS);
    every_third(INT_MIN);
    squares();
    backwards(INT_MAX);
    backwards(INT_MIN + STEPS);
    ahead();
    smallest();
    for (int i = 0; i < STEPS; i++)
        printf("%d%c", out[i], i + 1 < STEPS ? ' ' : '\n');
    return 0;
}
