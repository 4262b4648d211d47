/* verify: unknown
 * Two rows. Right, but which element is read is known only when the weights
 * are.
 */
#include <stdio.h>

#ifndef N
#define N 6 /* things */
#endif
#ifndef C
#define C 20 /* capacity */
#endif

int knapsack(const int weight[N], const int value[N])
{
    static int best[2][C + 1];

    for (int c = 0; c <= C; c++)
        best[0][c] = 0;
    for (int i = 0; i < N; i++)
        for (int c = 0; c <= C; c++) {
            best[(i + 1) & 1][c] = best[i & 1][c];
            if (weight[i] <= c && best[i & 1][c - weight[i]] + value[i] > best[(i + 1) & 1][c])
                best[(i + 1) & 1][c] = best[i & 1][c - weight[i]] + value[i];
        }
    return best[N & 1][C];
}

int main(void)
{
    int weight[N], value[N];
    unsigned seed = 18;

    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < N; i++) {
            seed = seed * 1664525u + 1013904223u;
            weight[i] = 1 + (seed >> 16) % (C / 2 + 1);
            value[i] = 1 + (seed >> 24) % 50;
        }
        printf("%d\n", knapsack(weight, value));
    }
    return 0;
}
