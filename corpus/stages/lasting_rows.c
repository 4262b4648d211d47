/* Heat in a plate, with its grids behind pointers at file scope that main sets: what flows right
   and down from each cell is only needed by the next row, the change by the cell itself. */
#include <stdio.h>
#include <stdlib.h>

#define ROWS 30
#define COLUMNS 20

static double *heat, *right, *down, *change;
static int steps;

static void step(double rate)
{
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++) {
            int next = x + 1 < COLUMNS ? x + 1 : x;
            right[y * COLUMNS + x] = heat[y * COLUMNS + next] - heat[y * COLUMNS + x];
        }
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++)
            down[y * COLUMNS + x] =
                y + 1 < ROWS ? heat[(y + 1) * COLUMNS + x] - heat[y * COLUMNS + x] : 0;
    for (int y = 1; y < ROWS; y++)
        for (int x = 1; x < COLUMNS; x++)
            change[y * COLUMNS + x] = right[y * COLUMNS + x] - right[y * COLUMNS + x - 1]
                                    + down[y * COLUMNS + x] - down[(y - 1) * COLUMNS + x];
    for (int y = 1; y < ROWS; y++)
        for (int x = 1; x < COLUMNS; x++)
            heat[y * COLUMNS + x] += rate * change[y * COLUMNS + x];
    steps++;
}

static double total(void)
{
    double sum = 0;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        sum += heat[i];
    return sum;
}

int main(void)
{
    heat = malloc(sizeof *heat * ROWS * COLUMNS);
    right = malloc(sizeof(*right) * ROWS * COLUMNS);
    down = malloc(sizeof(double) * ROWS * COLUMNS);
    change = malloc(sizeof(double) * ROWS * COLUMNS);
    if (!heat || !right || !down || !change)
        return 1;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        heat[i] = i * 7 % 31;
    for (int t = 0; t < 8; t++)
        step(0.2);
    printf("%d steps: %.6f %.6f\n", steps, total(), heat[COLUMNS + 3]);
    free(heat);
    free(right);
    free(down);
    free(change);
    return 0;
}
