/* verify: refuted
 * One grid in place, but only one old row: the row above is already new.
 */
#include <stdio.h>

#ifndef N
#define N 7 /* rows and columns */
#endif
#ifndef T
#define T 4 /* steps */
#endif

static void heat(double start[N][N], double result[N][N])
{
    static double old[N];

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            result[i][j] = start[i][j];
    for (int t = 0; t < T; t++)
        for (int i = 1; i < N - 1; i++) {
            for (int j = 0; j < N; j++)
                old[j] = result[i][j];
            for (int j = 1; j < N - 1; j++)
                result[i][j] = old[j] + 0.1 * (result[i - 1][j] + result[i + 1][j] + old[j - 1]
                                               + old[j + 1] - 4 * old[j]);
        }
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
