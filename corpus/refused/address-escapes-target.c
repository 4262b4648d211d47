// kept: d address-escapes
#include <stdlib.h>

int longest(int n, int m, const char *a, const char *b)
{
    int **d = malloc((n + 1) * sizeof *d);
    for (int i = 0; i <= n; i++)
        d[i] = calloc(m + 1, sizeof **d);
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            d[i][j] = a[i - 1] == b[j - 1] ? d[i - 1][j - 1] + 1 : d[i][j - 1];
    int result = d[n][m];
    for (int i = 0; i <= n; i++)
        free(d[i]);
    free(d);
    return result;
}
