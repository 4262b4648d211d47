/* verify: proved
 * One grid in place: the old values of two rows are kept.
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
    static double old[2][N];

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            result[i][j] = start[i][j];
    for (int t = 0; t < T; t++) {
        for (int j = 0; j < N; j++)
            old[0][j] = result[0][j];
        for (int i = 1; i < N - 1; i++) {
            double *above = old[(i - 1) % 2];
            double *here = old[i % 2];

            for (int j = 0; j < N; j++)
                here[j] = result[i][j];
            for (int j = 1; j < N - 1; j++)
                result[i][j] = here[j] + 0.1 * (above[j] + result[i + 1][j] + here[j - 1]
                                                + here[j + 1] - 4 * here[j]);
        }
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
