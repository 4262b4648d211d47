#include <stdio.h>
#include <stdlib.h>
/* Floyd-Warshall with all stages kept, as in textbooks */
#define V 40
static int d[V + 1][V][V];
int main(void)
{
    for (int i = 0; i < V; i++)
        for (int j = 0; j < V; j++)
            d[0][i][j] = i == j ? 0 : 1 + (i * 17 + j * 31) % 97;
    for (int k = 1; k <= V; k++)
        for (int i = 0; i < V; i++)
            for (int j = 0; j < V; j++) {
                int via = d[k - 1][i][k - 1] + d[k - 1][k - 1][j];
                d[k][i][j] = via < d[k - 1][i][j] ? via : d[k - 1][i][j];
            }
    long s = 0;
    for (int i = 0; i < V; i++)
        for (int j = 0; j < V; j++)
            s += d[V][i][j] * (i + 1L);
    printf("%ld\n", s);
    return 0;
}
