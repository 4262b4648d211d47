/* Tables of which only the row is affine: the column depends on data. */
#include <stdio.h>
#include <stdlib.h>

static int knapsack(const int *weight, const int *value, int n, int most)
{
    int (*best)[most + 1] = malloc((n + 1) * sizeof *best);
    if (!best)
        return -1;
    for (int i = 0; i <= n; i++)
        for (int w = 0; w <= most; w++) {
            if (i == 0 || w == 0)
                best[i][w] = 0;
            else if (weight[i - 1] <= w) {
                int take = value[i - 1] + best[i - 1][w - weight[i - 1]];
                best[i][w] = take > best[i - 1][w] ? take : best[i - 1][w];
            } else
                best[i][w] = best[i - 1][w];
        }
    int result = best[n][most];
    free(best);
    return result;
}

int main(void)
{
    int weight[] = {3, 4, 5, 9, 14, 2, 7}, value[] = {3, 4, 4, 10, 15, 1, 8};
    for (int most = 0; most < 40; most += 3)
        printf("%d ", knapsack(weight, value, 7, most));
    printf("\n");
    return 0;
}
