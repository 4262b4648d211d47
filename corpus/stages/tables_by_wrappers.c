/*
 * Scores of two words, in tables whose rows come from allocators that know for whom they work, that
 * count elements, or that make tables of any type. One is declared beside other objects.
 *
 * Expected:
 *   score    two rows, in all functions
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 9
#endif

static void *allocated(size_t bytes, const char *purpose)
{
    void *memory = malloc(bytes);
    if (!memory) {
        fprintf(stderr, "no memory for %s\n", purpose);
        abort();
    }
    return memory;
}

static int *numbers(int count)
{
    int *memory = (int *) malloc(count * sizeof(int));
    if (memory == NULL)
        exit(1);
    return memory;
}

static void **rows_of(int n, int m, int size)
{
    void **rows = (void **) malloc(n * sizeof(void *));
    for (int i = 0; i < n; i++)
        rows[i] = malloc(m * size);
    return rows;
}

static void release(void **rows, int n)
{
    for (int i = 0; i < n; i++)
        free(rows[i]);
    free(rows);
}

int by_purpose(const char *a, const char *b, int n, int m)
{
    int **score = allocated((n + 1) * sizeof(int *), "scores"), best;
    for (int i = 0; i <= n; i++)
        score[i] = allocated((m + 1) * sizeof **score, "a row");
    for (int i = 0; i <= n; i++)
        score[i][0] = 2 * i;
    for (int j = 0; j <= m; j++)
        score[0][j] = 2 * j;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            score[i][j] = score[i - 1][j - 1] + (a[i - 1] != b[j - 1]) + score[i][j - 1];
    best = score[n][m];
    for (int i = 0; i <= n; i++)
        free(score[i]);
    free(score);
    return best;
}

int by_count(const char *a, const char *b, int n, int m)
{
    int **score = malloc((n + 1) * sizeof *score);
    for (int i = 0; i <= n; i++)
        score[i] = numbers(m + 1);
    for (int i = 0; i <= n; i++)
        score[i][0] = 3 * i;
    for (int j = 0; j <= m; j++)
        score[0][j] = 3 * j;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            score[i][j] = score[i - 1][j - 1] + (a[i - 1] != b[j - 1]) + score[i - 1][j];
    int best = score[n][m];
    for (int i = 0; i <= n; i++)
        free(score[i]);
    free(score);
    return best;
}

int by_size(const char *a, const char *b, int n, int m)
{
    if (n < 1 || m < 1)
        return 0;
    int **score = (int **) rows_of(n, m, sizeof(int));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            score[i][j] = a[i] == b[j];
    int best = 0;
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            best += score[i][j] * (2 + score[i - 1][j - 1]);
    release((void **) score, n);
    return best;
}

int main(void)
{
    char a[N + 1], b[N + 3];
    for (int i = 0; i < N; i++)
        a[i] = (char) ('a' + i * 5 % 7);
    for (int i = 0; i < N + 2; i++)
        b[i] = (char) ('a' + i * 3 % 7);
    a[N] = b[N + 2] = '\0';
    printf("%d\n", by_purpose(a, b, (int) strlen(a), (int) strlen(b)));
    printf("%d\n", by_count(a, b, (int) strlen(a), (int) strlen(b)));
    printf("%d\n", by_count(a, b, 0, N));
    printf("%d\n", by_size(a, b, (int) strlen(a), (int) strlen(b)));
    return 0;
}
