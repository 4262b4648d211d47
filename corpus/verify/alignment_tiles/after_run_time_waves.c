/* verify: proved
 * Diagonals of tiles whose size is a variable.
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
    const int size = tile > 0 ? tile : 1;
    const int rows = (n + size - 1) / size, cols = (m + size - 1) / size;

    for (int i = 0; i <= n; i++)
        score[i][0] = 0;
    for (int j = 0; j <= m; j++)
        score[0][j] = 0;
    for (int w = 0; w < rows + cols - 1; w++) {
        #pragma omp parallel for
        for (int r = max(0, w - cols + 1); r <= min(w, rows - 1); r++)
            for (int i = 1 + r * size; i <= min(n, (r + 1) * size); i++)
                for (int j = 1 + (w - r) * size; j <= min(m, (w - r + 1) * size); j++) {
                    int best = score[i - 1][j - 1] + (a[i] == b[j] ? 2 : -1);

                    if (score[i - 1][j] - 1 > best)
                        best = score[i - 1][j] - 1;
                    if (score[i][j - 1] - 1 > best)
                        best = score[i][j - 1] - 1;
                    score[i][j] = best > 0 ? best : 0;
                }
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
