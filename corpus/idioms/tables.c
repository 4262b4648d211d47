/*
 * Tables of dynamic programming over two strings.
 *
 * Expected:
 *   common, edits   two rows of the table
 *   whole           3N + 1 cells, whole[2 * N + j - 2 * i]
 */
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 12
#endif

static int longest_common(const char *a, const char *b)
{
    int n = (int)strlen(a), m = (int)strlen(b);
    int common[n + 1][m + 1];

    for (int i = 0; i <= n; i++) {
        for (int j = 0; j <= m; j++) {
            if (i == 0 || j == 0)
                common[i][j] = 0;
            else if (a[i - 1] == b[j - 1])
                common[i][j] = common[i - 1][j - 1] + 1;
            else
                common[i][j] = common[i - 1][j] > common[i][j - 1] ? common[i - 1][j] : common[i][j - 1];
        }
    }
    return common[n][m];
}

static int distance(const char *s, const char *t, int n, int m)
{
    int edits[N + 1][N + 1];

    for (int j = 0; j <= m; j++)
        edits[0][j] = j;
    for (int i = 1; i <= n; i++) {
        edits[i][0] = i;
        for (int j = 1; j <= m; j++) {
            int sub = edits[i - 1][j - 1] + (s[i - 1] != t[j - 1]);
            int del = edits[i - 1][j] + 1;
            int ins = edits[i][j - 1] + 1;
            int best = sub < del ? sub : del;
            edits[i][j] = best < ins ? best : ins;
        }
    }
    return edits[n][m];
}

static int distance_bordered(const char *s, const char *t, int n, int m)
{
    int whole[N + 1][N + 1];
    int i, j, cost;

    for (i = 0; i <= n; i++)
        whole[i][0] = i;
    for (j = 0; j <= m; j++)
        whole[0][j] = j;
    for (i = 1; i <= n; i++)
        for (j = 1; j <= m; j++) {
            cost = s[i - 1] == t[j - 1] ? 0 : 1;
            whole[i][j] = whole[i - 1][j] + 1;
            if (whole[i][j - 1] + 1 < whole[i][j])
                whole[i][j] = whole[i][j - 1] + 1;
            if (whole[i - 1][j - 1] + cost < whole[i][j])
                whole[i][j] = whole[i - 1][j - 1] + cost;
        }
    return whole[n][m];
}

int main(void)
{
    const char *words[] = {"kitten", "sitting", "saturday", "sunday", "intention", "", "a"};

    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++) {
            const char *s = words[i], *t = words[j];
            int n = (int)strlen(s), m = (int)strlen(t);

            n = n < N ? n : N;
            m = m < N ? m : N;
            printf("%s %s %d %d %d\n", s, t, longest_common(s, t), distance(s, t, n, m),
                   distance_bordered(s, t, n, m));
        }
    return 0;
}
