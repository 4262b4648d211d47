/*
 * Steps of heat conduction in a plane at file scope, from one array to the other one and back: a
 * step reads two points on every side.
 *
 * Expected: tiles of t, i and j, which compute two iterations more for each of their steps.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 23 /* points of a side */
#endif
#ifndef T
#define T 9 /* steps */
#endif

static double a[N][N], b[N][N];

static void heat(int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]);
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                a[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][j + 1] + b[i - 1][j] + b[i + 1][j]);
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 7 + j * 13) % 17 / 17.0;
            b[i][j] = (i * 5 + j * 3) % 11 / 11.0;
        }
    heat(T);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j += 3)
            printf("%a %a\n", a[i][j], b[i][j]);
    return 0;
}
