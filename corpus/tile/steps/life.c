/*
 * The game of life, with counters that the loops do not declare and an array of the function for
 * the next generation.
 *
 * Expected: tiles of g, i and j; `next` needs nothing from before a tile.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 21 /* rows */
#endif

enum { W = 30 };

typedef unsigned char cell;

static void live(cell grid[N][W], int generations)
{
    cell next[N][W];
    int g, i, j;

    for (g = 0; g < generations; g++) {
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < W - 1; j++) {
                int n = grid[i - 1][j - 1] + grid[i - 1][j] + grid[i - 1][j + 1]
                      + grid[i][j - 1] + grid[i][j + 1]
                      + grid[i + 1][j - 1] + grid[i + 1][j] + grid[i + 1][j + 1];
                next[i][j] = n == 3 || (n == 2 && grid[i][j]);
            }
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < W - 1; j++)
                grid[i][j] = next[i][j];
    }
}

int main(void)
{
    static cell grid[N][W];

    for (int i = 0; i < N; i++)
        for (int j = 0; j < W; j++)
            grid[i][j] = (i * 31 + j * 17 + i * j) % 3 == 0;
    live(grid, 13);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < W; j++)
            putchar(grid[i][j] ? '#' : '.');
        putchar('\n');
    }
    return 0;
}
