/*
 * Tables of rows whose length a parameter says: rows without elements are allowed. The other table
 * is allocated where a second object is declared.
 *
 * Expected: gaps two rows as one array of elements, cost two rows.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9
#endif
#ifndef W
#define W 13
#endif

static int roughness(const int *in, int h, int w)
{
    int sum = 0;
    int **gaps = malloc(h * sizeof *gaps);
    for (int y = 0; y < h; y++)
        gaps[y] = malloc(w * sizeof **gaps);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            gaps[y][x] = in[x] * y;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            sum ^= gaps[y][x] - gaps[y - 1][x];
    for (int y = 0; y < h; y++)
        free(gaps[y]);
    free(gaps);
    return sum;
}

static int distance(const int *a, const int *b, int n, int m)
{
    int **cost = malloc((n + 1) * sizeof(int *)), last;
    for (int i = 0; i <= n; i++)
        cost[i] = malloc((m + 1) * sizeof(int));
    for (int i = 0; i <= n; i++)
        cost[i][0] = i;
    for (int j = 0; j <= m; j++)
        cost[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            cost[i][j] = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]) + cost[i][j - 1] / 2;
    last = cost[n][m];
    for (int i = 0; i <= n; i++)
        free(cost[i]);
    free(cost);
    return last;
}

int main(void)
{
    int in[W], other[H];
    for (int i = 0; i < W; i++)
        in[i] = (i * 7 + 3) % 11;
    for (int i = 0; i < H; i++)
        other[i] = (i * 5 + 1) % 11;
    printf("%d %d %d\n", roughness(in, H, W), roughness(in, H, 0), distance(other, in, H, W));
    return 0;
}
