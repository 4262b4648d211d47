/* verify: proved
 * Two grids behind two pointers that are swapped. The borders do not change,
 * so both grids get them once.
 */
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 7 /* rows and columns */
#endif
#ifndef T
#define T 4 /* steps */
#endif

static void heat(double start[N][N], double result[N][N])
{
    static double a[N][N], b[N][N];
    double (*now)[N] = a, (*next)[N] = b;

    memcpy(a, start, sizeof a);
    memcpy(b, start, sizeof b);
    for (int t = 0; t < T; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                next[i][j] = now[i][j] + 0.1 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1]
                                                + now[i][j + 1] - 4 * now[i][j]);

        double (*swap)[N] = now;
        now = next;
        next = swap;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            result[i][j] = now[i][j];
}

static double start[N][N];
static double result[N][N];

int main(void)
{
    unsigned seed = 11;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            seed = seed * 1664525u + 1013904223u;
            start[i][j] = (seed >> 8) / 65536.0;
        }

    heat(start, result);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%a\n", result[i][j]);
    return 0;
}
