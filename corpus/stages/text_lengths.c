// Distances of words by tables whose sizes are lengths of strings: a string has no negative length.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *get_memory(size_t bytes)
{
    void *memory = malloc(bytes);
    if (memory == NULL) {
        fputs("out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

static int **new_cells(int rows, int columns)
{
    int **cells = get_memory(rows * sizeof *cells);
    for (int i = 0; i < rows; i++)
        cells[i] = get_memory(columns * sizeof **cells);
    return cells;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

int changes(const char *from, const char *to)
{
    int rows = strlen(from) + 1, columns = strlen(to) + 1;
    int **cost = new_cells(rows, columns);
    for (int i = 0; i < rows; i++)
        cost[i][0] = 2 * i;
    for (int j = 0; j < columns; j++)
        cost[0][j] = 2 * j;
    for (int i = 1; i < rows; i++)
        for (int j = 1; j < columns; j++) {
            int change = cost[i - 1][j - 1] + (from[i - 1] == to[j - 1] ? 0 : 3);
            cost[i][j] = least(change, 2 + least(cost[i - 1][j], cost[i][j - 1]));
        }
    int all = cost[rows - 1][columns - 1];
    for (int i = 0; i < rows; i++)
        free(cost[i]);
    free(cost);
    return all;
}

int main(void)
{
    char from[] = "the quick brown fox", to[] = "a thick crown of oaks";
    printf("%d %d %d\n", changes(from, to), changes(to, ""), changes("", ""));
    return 0;
}
