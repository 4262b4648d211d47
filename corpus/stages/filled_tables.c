/*
 * The loop that allocates the rows of a table also fills them.
 *
 * Expected:
 *   score   two rows
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 9
#endif
#ifndef W
#define W 7
#endif

static int **filled(int rows, int columns, int value)
{
    int **m = malloc(rows * sizeof(int *));
    for (int i = 0; i < rows; i++) {
        m[i] = malloc(columns * sizeof(int));
        for (int j = 0; j < columns; j++)
            m[i][j] = value;
    }
    return m;
}

static void align(int h, int w, const int *match, int *out)
{
    if (h < 1 || w < 1)
        return;
    int **score = filled(h + 1, w + 1, 0);
    for (int i = 1; i <= h; i++)
        for (int j = 1; j <= w; j++) {
            int diagonal = score[i - 1][j - 1] + match[(i - 1) * w + j - 1];
            int above = score[i - 1][j] - 1;
            score[i][j] = diagonal > above ? diagonal : above;
        }
    for (int i = 1; i <= h; i++)
        for (int j = 1; j <= w; j++)
            out[(i - 1) * w + j - 1] = score[i][j];
    for (int i = 0; i <= h; i++)
        free(score[i]);
    free(score);
}

int main(void)
{
    static int match[H * W], out[H * W];
    long sum = 0;
    for (int i = 0; i < H * W; i++)
        match[i] = i * 11 % 4 - 1;
    align(H, W, match, out);
    for (int i = 0; i < H * W; i++)
        sum = (3 * sum + out[i]) % 1000003;
    printf("%ld\n", sum);
    return 0;
}
