#include <stdio.h>
#include <stdbool.h>
#include <string.h>
/* regex-like glob match by table; subset sum */
static bool glob(const char *s, const char *p)
{
    bool ok[65][65];
    int n = (int)strlen(s), m = (int)strlen(p);
    if (n > 64 || m > 64)
        return false;
    memset(ok, 0, sizeof ok);
    ok[0][0] = true;
    for (int j = 1; j <= m; j++)
        ok[0][j] = ok[0][j - 1] && p[j - 1] == '*';
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            if (p[j - 1] == '*')
                ok[i][j] = ok[i - 1][j] || ok[i][j - 1];
            else
                ok[i][j] = ok[i - 1][j - 1] && (p[j - 1] == '?' || p[j - 1] == s[i - 1]);
    return ok[n][m];
}
static bool subset(const int *v, int n, int target)
{
    static bool can[51][1001];
    if (n > 50 || target > 1000 || target < 0)
        return false;
    for (int i = 0; i <= n; i++) {
        can[i][0] = true;
        for (int t = 1; t <= target; t++) {
            can[i][t] = false;
            if (i > 0) {
                can[i][t] = can[i - 1][t];
                if (t >= v[i - 1])
                    can[i][t] = can[i][t] || can[i - 1][t - v[i - 1]];
            }
        }
    }
    return can[n][target];
}
int main(void)
{
    int v[] = { 3, 34, 4, 12, 5, 2, 77, 130 };
    printf("%d %d %d %d\n", glob("temporary.c", "t*?.c"), glob("abc", "a?d"), subset(v, 8, 9), subset(v, 8, 260));
    return 0;
}
