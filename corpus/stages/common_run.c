/* The longest common run of two words: a table with one row and one column more than the words have
   letters, where nothing says that lengths are not negative. */
#include <stdio.h>
#include <stdlib.h>

int common_run(const char *a, const char *b, int n, int m)
{
    int **run = malloc((n + 1) * sizeof(int *));
    for (int i = 0; i <= n; i++)
        run[i] = calloc(m + 1, sizeof(int));

    int longest = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            if (a[i - 1] == b[j - 1])
                run[i][j] = run[i - 1][j - 1] + 1;
            if (run[i][j] > longest)
                longest = run[i][j];
        }

    for (int i = 0; i <= n; i++)
        free(run[i]);
    free(run);
    return longest;
}

int main(int argc, char **argv)
{
    char a[64], b[64];
    int n = argc > 1 ? atoi(argv[1]) : 40, m = argc > 2 ? atoi(argv[2]) : 31;
    if (n > 64 || m > 64)
        return 1;
    for (int i = 0; i < 64; i++) {
        a[i] = "abcab"[i * i % 5];
        b[i] = "cabba"[i * 3 % 5];
    }
    printf("%d %d\n", common_run(a, b, n, m), common_run(b, a, m, n));
    return 0;
}
