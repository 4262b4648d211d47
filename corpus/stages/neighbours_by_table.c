/*
 * Wetness of a slope as the mean over eight neighbours, which two tables list.
 *
 * Expected:
 *   wet     three rows
 *   mean    one row
 *   dry     one row
 */
#include <stdio.h>

#define ROWS 60
#define COLUMNS 70

static const int down[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
static const int right[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
static double wet[ROWS][COLUMNS], mean[ROWS][COLUMNS];
static int dry[ROWS][COLUMNS];

int main(void)
{
    double total = 0;
    int most = 0;

    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            wet[r][c] = (r * 31 + c * 17) % 23;
    for (int r = 1; r < ROWS - 1; r++)
        for (int c = 1; c < COLUMNS - 1; c++) {
            double sum = wet[r][c];

            for (int k = 0; k < 8; k++)
                sum += wet[r + down[k]][c + right[k]];
            mean[r][c] = sum / 9;
        }
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++) {
            int n = 0;

            for (int k = 0; k < 8; k++) {
                int y = r + down[k], x = c + right[k];

                if (y >= 0 && y < ROWS && x >= 0 && x < COLUMNS && wet[y][x] < 4)
                    n++;
            }
            dry[r][c] = n;
        }
    for (int r = 1; r < ROWS - 1; r++)
        for (int c = 1; c < COLUMNS - 1; c++)
            total += mean[r][c];
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            if (dry[r][c] > most)
                most = dry[r][c];
    printf("%.4f %d\n", total, most);
    return 0;
}
