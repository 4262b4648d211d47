/* Flat tables of which both branches of a test set an element: the longest common subsequence. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t common(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    int *dp = malloc(sizeof(int) * (m + 1) * (n + 1));
    if (!dp)
        return 0;
    for (size_t j = 0; j <= m; j++)
        dp[j] = 0;
    for (size_t i = 1; i <= n; i++) {
        dp[i * (m + 1)] = 0;
        for (size_t j = 1; j <= m; j++) {
            if (a[i - 1] == b[j - 1])
                dp[i * (m + 1) + j] = dp[(i - 1) * (m + 1) + j - 1] + 1;
            else {
                int up = dp[(i - 1) * (m + 1) + j];
                int left = dp[i * (m + 1) + j - 1];
                dp[i * (m + 1) + j] = up > left ? up : left;
            }
        }
    }
    size_t result = (size_t)dp[n * (m + 1) + m];
    free(dp);
    return result;
}

/* The sizes are tested after the allocation. */
static int distance(const char *a, int n, const char *b, int m)
{
    int *dp = malloc(((size_t)n + 1) * ((size_t)m + 1) * sizeof *dp);
    int i, j, result;
    if (!dp)
        return -1;
    if (n < 1 || m < 1) {
        free(dp);
        return n + m;
    }
    for (j = 0; j <= m; j++)
        dp[j] = j;
    for (i = 1; i <= n; i++) {
        dp[i * (m + 1)] = i;
        for (j = 1; j <= m; j++)
            if (a[i - 1] == b[j - 1])
                dp[i * (m + 1) + j] = dp[(i - 1) * (m + 1) + j - 1];
            else if (dp[(i - 1) * (m + 1) + j] < dp[i * (m + 1) + j - 1])
                dp[i * (m + 1) + j] = dp[(i - 1) * (m + 1) + j] + 1;
            else
                dp[i * (m + 1) + j] = dp[i * (m + 1) + j - 1] + 1;
    }
    result = dp[n * (m + 1) + m];
    free(dp);
    return result;
}

int main(void)
{
    const char *one = "a temporary table of scores", *other = "tables are contracted to rows";
    printf("%u\n", (unsigned)common(one, other));
    printf("%d\n", distance(one, (int)strlen(one), other, (int)strlen(other)));
    return 0;
}
