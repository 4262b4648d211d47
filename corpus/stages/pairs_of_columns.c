#include <stdio.h>

#define ROWS 200
#define COLS 5

static double value[ROWS][COLS];
static double scaled[ROWS][COLS];
static double product[ROWS][COLS * (COLS - 1) / 2];

/* The products of all pairs of columns, in a row of their own for each row. */
int main(void)
{
    double sum[COLS * (COLS - 1) / 2] = { 0 };

    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            value[r][c] = (r * 7 + c * 3) % 11;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            scaled[r][c] = 0.5 * value[r][c] - 2;
    for (int r = 0; r < ROWS; r++) {
        int k = 0;
        for (int i = 0; i < COLS; i++)
            for (int j = i + 1; j < COLS; j++)
                product[r][k++] = scaled[r][i] * scaled[r][j];
    }
    for (int r = 0; r < ROWS; r++)
        for (int k = 0; k < COLS * (COLS - 1) / 2; k++)
            sum[k] += product[r][k];

    for (int k = 0; k < COLS * (COLS - 1) / 2; k++)
        printf("%g\n", sum[k]);
    return 0;
}
