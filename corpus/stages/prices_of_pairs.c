/* The cheapest way from one word to another, where a function with several ends says what a pair of
   letters costs: two rows of prices. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_hard(char c)
{
    return strchr("bdgkpt", c) != NULL;
}

static int price(char from, char to, int other)
{
    if (from == to)
        return 0;
    if (is_hard(from) && is_hard(to))
        return (other + 1) / 2;
    int distance = from > to ? from - to : to - from;
    return distance < 3 ? other - 1 : other;
}

static int cheapest(const char *from, const char *to, int other)
{
    int n = (int)strlen(from), m = (int)strlen(to);
    int **cost = malloc((n + 1) * sizeof *cost);
    if (!cost)
        exit(1);
    for (int i = 0; i <= n; i++) {
        cost[i] = malloc((m + 1) * sizeof **cost);
        if (!cost[i])
            exit(1);
    }
    for (int i = 0; i <= n; i++)
        cost[i][0] = 4 * i;
    for (int j = 0; j <= m; j++)
        cost[0][j] = 4 * j;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int best = cost[i - 1][j - 1] + price(from[i - 1], to[j - 1], other);
            int left = cost[i][j - 1] + 4, above = cost[i - 1][j] + 4;
            best = left < best ? left : best;
            cost[i][j] = above < best ? above : best;
        }
    int result = cost[n][m];
    for (int i = 0; i <= n; i++)
        free(cost[i]);
    free(cost);
    return result;
}

int main(void)
{
    static const char *words[] = {"brick", "bracket", "packet", "trap", "strap", ""};
    for (int i = 0; i < 5; i++)
        printf("%s %s %d\n", words[i], words[i + 1], cheapest(words[i], words[i + 1], 5));
    return 0;
}
