/*
 * Shade of a hill: a function leads to the cells of a map, for what is stored and what is read.
 *
 * Expected:
 *   hill.z    three rows
 *   shade.z   one value
 */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows, columns;
    double *z;
} sheet;

static double *cell(sheet *s, int r, int c)
{
    return &s->z[r * s->columns + c];
}

static sheet blank(int rows, int columns)
{
    sheet s;

    s.rows = rows;
    s.columns = columns;
    s.z = malloc((size_t)rows * columns * sizeof *s.z);
    if (!s.z)
        exit(1);
    return s;
}

int main(void)
{
    sheet hill = blank(64, 80), shade = blank(64, 80);
    double sum = 0;

    for (int r = 0; r < hill.rows; r++)
        for (int c = 0; c < hill.columns; c++)
            *cell(&hill, r, c) = (r * 31 + c * c) % 41;
    for (int r = 1; r < hill.rows - 1; r++)
        for (int c = 1; c < hill.columns - 1; c++) {
            double down = *cell(&hill, r + 1, c) - *cell(&hill, r - 1, c);
            double right = *cell(&hill, r, c + 1) - *cell(&hill, r, c - 1);

            *cell(&shade, r, c) = down * 0.7 + right * 0.3;
        }
    for (int r = 1; r < hill.rows - 1; r++)
        for (int c = 1; c < hill.columns - 1; c++)
            sum += *cell(&shade, r, c) * (r % 3);
    printf("%.4f\n", sum);
    free(hill.z);
    free(shade.z);
    return 0;
}
