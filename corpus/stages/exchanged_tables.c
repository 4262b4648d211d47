/*
 * Ink that spreads on paper: two tables of rows in one block each change places after each step.
 *
 * Expected:
 *   down   two rows
 */
#include <stdio.h>
#include <stdlib.h>

static double **sheet(int rows, int columns)
{
    double **all = malloc(rows * sizeof *all);
    all[0] = calloc((size_t)rows * columns, sizeof **all);
    for (int r = 1; r < rows; r++)
        all[r] = all[0] + (size_t)r * columns;
    return all;
}

static void sinks(double **ink, double **down, int rows, int columns)
{
    for (int r = 0; r < rows - 1; r++)
        for (int c = 0; c < columns; c++)
            down[r][c] = 0.2 * (ink[r][c] - ink[r + 1][c]);
}

static void spreads(double **ink, double **next, double **down, int rows, int columns)
{
    for (int r = 1; r < rows - 1; r++)
        for (int c = 0; c < columns; c++)
            next[r][c] = ink[r][c] + down[r - 1][c] - down[r][c];
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 24, columns = argc > 2 ? atoi(argv[2]) : 16;
    if (rows < 3 || columns < 1)
        return 1;
    double **ink = sheet(rows, columns), **next = sheet(rows, columns);
    double **down = sheet(rows, columns);
    for (int c = 0; c < columns; c++)
        ink[rows / 2][c] = 3.0 + c % 5;

    for (int step = 0; step < 40; step++) {
        sinks(ink, down, rows, columns);
        spreads(ink, next, down, rows, columns);
        double **before = ink;
        ink = next;
        next = before;
    }
    double darkest = 0;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            if (ink[r][c] > darkest)
                darkest = ink[r][c];
    printf("%.6f\n", darkest);
    free(ink[0]);
    free(ink);
    free(next[0]);
    free(next);
    free(down[0]);
    free(down);
    return 0;
}
