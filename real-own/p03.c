#include <stdio.h>
#include <string.h>
#define MAXN 600
/* longest common subsequence */
static int max2(int a, int b) { return a > b ? a : b; }
int lcs(const char *a, const char *b)
{
    static int dp[MAXN + 1][MAXN + 1];
    int n = (int)strlen(a), m = (int)strlen(b);
    if (n > MAXN || m > MAXN)
        return -1;
    for (int i = 0; i <= n; i++) {
        for (int j = 0; j <= m; j++) {
            if (i == 0 || j == 0)
                dp[i][j] = 0;
            else if (a[i - 1] == b[j - 1])
                dp[i][j] = dp[i - 1][j - 1] + 1;
            else
                dp[i][j] = max2(dp[i - 1][j], dp[i][j - 1]);
        }
    }
    return dp[n][m];
}
int main(void)
{
    char a[401], b[301];
    for (int i = 0; i < 400; i++)
        a[i] = (char)('a' + i * 7 % 11);
    a[400] = 0;
    for (int i = 0; i < 300; i++)
        b[i] = (char)('a' + i * 5 % 13);
    b[300] = 0;
    printf("%d\n", lcs(a, b));
    return 0;
}
