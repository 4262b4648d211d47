/*
 * The distance of two words, as people write it: a flat table from the heap that a failed
 * allocation leaves by `goto`, a fixed table with early returns, a table of variable size. The
 * cell depends on a test of two letters, each branch sets it. Also the longest common part of
 * two sequences, whose table is of 16 bits.
 *
 * Expected:
 *   flat, sized   m + n + 1 cells along the diagonals
 *   fixed         2 * LETTERS + 1 cells: its size stays a constant
 *   common        two rows
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef LETTERS
#define LETTERS 40
#endif
#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define LEAST3(a, b, c) LEAST(LEAST(a, b), c)

static int flat_distance(const char *s, const char *t)
{
    int i, j, m = strlen(s), n = strlen(t), result = -1;
    int *flat;

    assert(m >= 0 && n >= 0);
    flat = (int *)malloc((m + 1) * (n + 1) * sizeof(int));
    if (flat == NULL)
        goto fail;
    for (i = 0; i < m + 1; ++i)
        flat[i * (n + 1)] = i;
    for (j = 0; j < n + 1; ++j)
        flat[j] = j;
    for (j = 1; j < n + 1; ++j) {
        for (i = 1; i < m + 1; ++i) {
            if (s[i - 1] == t[j - 1]) {
                flat[i * (n + 1) + j] = flat[(i - 1) * (n + 1) + (j - 1)];
            } else {
                flat[i * (n + 1) + j] = LEAST3(flat[(i - 1) * (n + 1) + j] + 1,
                                               flat[i * (n + 1) + (j - 1)] + 1,
                                               flat[(i - 1) * (n + 1) + (j - 1)] + 1);
            }
        }
    }
    result = flat[m * (n + 1) + n];
fail:
    free(flat);
    return result;
}

static int fixed_distance(const char *s, const char *t)
{
    static int fixed[LETTERS + 1][LETTERS + 1];
    int n = strlen(s), m = strlen(t);

    if (n > LETTERS || m > LETTERS)
        return -1;
    for (int i = 0; i <= n; i++)
        fixed[i][0] = i;
    for (int j = 0; j <= m; j++)
        fixed[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int cost = s[i - 1] != t[j - 1];
            fixed[i][j] = LEAST3(fixed[i - 1][j] + 1, fixed[i][j - 1] + 1,
                                 fixed[i - 1][j - 1] + cost);
        }
    return fixed[n][m];
}

static unsigned sized_distance(const char *a, const char *b)
{
    size_t la = strlen(a), lb = strlen(b);
    unsigned sized[la + 1][lb + 1];

    for (size_t i = 0; i <= la; i++)
        sized[i][0] = i;
    for (size_t j = 0; j <= lb; j++)
        sized[0][j] = j;
    for (size_t i = 1; i <= la; i++)
        for (size_t j = 1; j <= lb; j++) {
            unsigned best = sized[i - 1][j] + 1;

            if (sized[i][j - 1] + 1 < best)
                best = sized[i][j - 1] + 1;
            if (sized[i - 1][j - 1] + (a[i - 1] != b[j - 1]) < best)
                best = sized[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            sized[i][j] = best;
        }
    return sized[la][lb];
}

static int common_length(const char *s, int m, const char *t, int n)
{
    if (m < 1 || n < 1)
        return 0;
    short common[m + 1][n + 1];
    for (int i = 0; i <= m; i++)
        for (int j = 0; j <= n; j++)
            if (i == 0 || j == 0)
                common[i][j] = 0;
            else if (s[i - 1] == t[j - 1])
                common[i][j] = common[i - 1][j - 1] + 1;
            else if (common[i - 1][j] > common[i][j - 1])
                common[i][j] = common[i - 1][j];
            else
                common[i][j] = common[i][j - 1];
    return common[m][n];
}

int main(void)
{
    static const char *words[] = {"", "a", "kitten", "sitting", "intention", "execution",
                                  "saturday", "sunday", "contraction"};
    const int count = sizeof words / sizeof words[0];

    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            const char *a = words[i], *b = words[j];
            int m = strlen(a), n = strlen(b);

            printf("%s %s %d %d %u %d\n", a, b, flat_distance(a, b), fixed_distance(a, b),
                   sized_distance(a, b), common_length(a, m, b, n));
        }
    return 0;
}
