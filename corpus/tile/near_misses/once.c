/*
 * Every element is written and read once.
 *
 * Expected: nothing is said: tiles would not help.
 */
#include <stdio.h>

#define N 13

static double a[N][N], b[N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i - j;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = 2 * a[i][j];
    printf("%a\n", b[3][4]);
    return 0;
}
