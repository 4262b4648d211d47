#include <stdio.h>
#include <stdlib.h>
/* 0/1 knapsack, flat table */
int knapsack(const int *weight, const int *value, int n, int cap)
{
    int *best = malloc(sizeof(int) * (n + 1) * (cap + 1));
    for (int c = 0; c <= cap; c++)
        best[c] = 0;
    for (int i = 1; i <= n; i++)
        for (int c = 0; c <= cap; c++) {
            int without = best[(i - 1) * (cap + 1) + c];
            int with = 0;
            if (c >= weight[i - 1])
                with = best[(i - 1) * (cap + 1) + c - weight[i - 1]] + value[i - 1];
            best[i * (cap + 1) + c] = with > without ? with : without;
        }
    int result = best[n * (cap + 1) + cap];
    free(best);
    return result;
}
int main(void)
{
    enum { N = 40 };
    int w[N], v[N];
    for (int i = 0; i < N; i++) {
        w[i] = 3 + i * 17 % 23;
        v[i] = 10 + i * 29 % 41;
    }
    printf("%d\n", knapsack(w, v, N, 250));
    return 0;
}
