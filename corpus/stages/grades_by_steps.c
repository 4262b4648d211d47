/*
 * Match of two melodies: the score of two notes is computed in steps, with returns on the way.
 *
 * Expected:
 *   score   one value
 *   path    two rows
 */
#include <stdio.h>
#include <stdlib.h>

static int grade(signed char a, signed char b)
{
    if (a == b)
        return a % 12 == 0 ? 9 : 5;
    int apart = abs(a - b);
    if (apart == 12)
        return 3;
    return apart <= 2 ? 0 : apart < 8 ? -2 : -3;
}

static int match(const signed char *one, int n, const signed char *other, int m)
{
    int (*score)[m + 1] = malloc((n + 1) * sizeof *score);
    int (*path)[m + 1] = malloc((n + 1) * sizeof *path);
    int best = 0;

    if (!score || !path)
        exit(1);
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            score[i][j] = grade(one[i - 1], other[j - 1]);
    for (int i = 0; i <= n; i++)
        path[i][0] = 0;
    for (int j = 0; j <= m; j++)
        path[0][j] = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int value = path[i - 1][j - 1] + score[i][j];

            path[i][j] = value > 0 ? value : 0;
        }
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            best = path[i][j] > best ? path[i][j] : best;
    free(score);
    free(path);
    return best;
}

int main(void)
{
    static signed char one[90], other[70];

    for (int i = 0; i < 90; i++)
        one[i] = (signed char)(48 + i * i % 25);
    for (int i = 0; i < 70; i++)
        other[i] = (signed char)(50 + i * i * 3 % 25);
    printf("best match %d\n", match(one, 90, other, 70));
    return 0;
}
