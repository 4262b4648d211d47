/* verify: proved
 * Rows of tiles, where the first loop of two has no tiles.
 */
#include <stdio.h>

#ifndef N
#define N 19 /* letters */
#endif
#ifndef M
#define M 23 /* letters */
#endif

#define max(x, y) ((x) > (y) ? (x) : (y))
#define min(x, y) ((x) < (y) ? (x) : (y))

int tile = 4;

void align(int n, int m, const char a[], const char b[], int score[n + 1][m + 1])
{
    for (int i = 0; i <= n; i++)
        score[i][0] = 0;
    for (int j = 0; j <= m; j++)
        score[0][j] = 0;
    const int size = tile > 0 ? tile : 1;

    for (int jj = 1; jj <= m; jj += size)
        for (int i = 1; i <= n; i++)
            for (int j = jj; j <= min(m, jj + size - 1); j++) {
                int best = score[i - 1][j - 1] + (a[i] == b[j] ? 2 : -1);

                if (score[i - 1][j] - 1 > best)
                    best = score[i - 1][j] - 1;
                if (score[i][j - 1] - 1 > best)
                    best = score[i][j - 1] - 1;
                score[i][j] = best > 0 ? best : 0;
            }
}

static int score[N + 1][M + 1];
static char a[N + 1], b[M + 1];

int main(void)
{
    unsigned seed = 12;

    for (int i = 0; i <= N; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = "ACGT"[seed >> 30];
    }
    for (int j = 0; j <= M; j++) {
        seed = seed * 1664525u + 1013904223u;
        b[j] = "ACGT"[seed >> 30];
    }

    align(N, M, a, b, score);

    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= M; j++)
            printf("%d\n", score[i][j]);
    return 0;
}
