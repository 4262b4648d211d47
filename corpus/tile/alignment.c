/*
 * The score of an alignment of two words: a table of which each element needs three neighbours.
 *
 * Expected: rectangles, without a skew.
 */
#include <stdio.h>

#ifndef N
#define N 14 /* letters of the first word */
#endif
#ifndef M
#define M 17 /* letters of the second one */
#endif

static void kernel(const char a[N], const char b[M], int *score)
{
    static int h[N + 1][M + 1];

    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= M; j++) {
            int best = h[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 3 : -2);
            if (best < h[i - 1][j] - 1)
                best = h[i - 1][j] - 1;
            if (best < h[i][j - 1] - 1)
                best = h[i][j - 1] - 1;
            h[i][j] = best < 0 ? 0 : best;
        }
    *score = h[N][M];
}

static unsigned int rng = 18u;

static char letter(void)
{
    rng = rng * 1664525u + 1013904223u;
    return "ACGT"[rng >> 30];
}

int main(void)
{
    static char a[N], b[M];
    int score;

    for (int i = 0; i < N; i++)
        a[i] = letter();
    for (int j = 0; j < M; j++)
        b[j] = letter();
    kernel(a, b, &score);
    printf("score %d\n", score);
    return 0;
}
