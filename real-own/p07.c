#include <stdio.h>
#include <stdlib.h>
/* edit distance, rows allocated one by one */
static int min3(int a, int b, int c)
{
    int m = a < b ? a : b;
    return m < c ? m : c;
}
int distance(const char *s, int n, const char *t, int m)
{
    int **d = malloc((size_t)(n + 1) * sizeof *d);
    for (int i = 0; i <= n; i++)
        d[i] = malloc((size_t)(m + 1) * sizeof **d);
    for (int i = 0; i <= n; i++)
        d[i][0] = i;
    for (int j = 0; j <= m; j++)
        d[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            d[i][j] = min3(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (s[i - 1] != t[j - 1]));
    int r = d[n][m];
    for (int i = 0; i <= n; i++)
        free(d[i]);
    free(d);
    return r;
}
int main(void)
{
    printf("%d\n", distance("intention and execution", 23, "execution of an intention", 25));
    return 0;
}
