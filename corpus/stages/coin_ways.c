/*
 * Tables that memset clears before loops with subscripts of data: the ways to pay an amount with
 * coins, and the best load of a sack. A way may read columns of its row that nobody has set yet.
 *
 * Expected:
 *   ways    two rows
 *   best    two rows
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long pay(const int *coin, int n, int amount)
{
    long ways[n + 1][amount + 1];
    memset(ways, 0, sizeof ways);
    for (int i = 0; i <= n; i++)
        ways[i][0] = 1;
    for (int i = 1; i <= n; i++)
        for (int a = 1; a <= amount; a++) {
            ways[i][a] = ways[i - 1][a];
            if (a >= coin[i - 1])
                ways[i][a] = (ways[i][a] + ways[i][a - coin[i - 1]]) % 1000003L;
        }
    return ways[n][amount];
}

static int load(const int *weight, const int *value, int n, int capacity)
{
    int best[n + 1][capacity + 1];
    memset(best, 0, sizeof best);
    for (int i = 1; i <= n; i++)
        for (int c = 0; c <= capacity; c++) {
            best[i][c] = best[i - 1][c];
            if (weight[i - 1] <= c && best[i - 1][c - weight[i - 1]] + value[i - 1] > best[i][c])
                best[i][c] = best[i - 1][c - weight[i - 1]] + value[i - 1];
        }
    return best[n][capacity];
}

int main(int argc, char **argv)
{
    static const int coins[] = {1, 2, 5, 10, 20, 50}, values[] = {3, 4, 9, 14, 30, 52};
    int amount = argc > 1 ? atoi(argv[1]) : 100;
    if (amount < 0)
        return 1;
    printf("%ld ways\n", pay(coins, 6, amount));
    printf("%d in the sack\n", load(coins, values, 6, amount));
    return 0;
}
