/*
 * Which load of a cart is worth most: rows of a table are allocated one by one, all zero, and the
 * weights of the things decide which column of the row before is read.
 *
 * Expected:
 *   most   two rows
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 8 /* things */
#endif
#ifndef W
#define W 25 /* capacity */
#endif

static int best_load(int things, int capacity, const int *weight, const int *worth)
{
    int **most = malloc((things + 1) * sizeof(int *));
    for (int i = 0; i <= things; i++)
        most[i] = calloc(capacity + 1, sizeof(int));
    for (int i = 1; i <= things; i++)
        for (int c = 0; c <= capacity; c++) {
            int without = most[i - 1][c], with = 0;
            if (c >= weight[i - 1])
                with = most[i - 1][c - weight[i - 1]] + worth[i - 1];
            most[i][c] = without > with ? without : with;
        }
    int best = most[things][capacity];
    for (int i = 0; i <= things; i++)
        free(most[i]);
    free(most);
    return best;
}

int main(void)
{
    int weight[H], worth[H];
    for (int i = 0; i < H; i++) {
        weight[i] = 3 + i * 5 % 7;
        worth[i] = 10 + i * 11 % 13;
    }
    printf("best load %d\n", best_load(H, W, weight, worth));
    return 0;
}
