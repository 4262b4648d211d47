/*
 * A square tile whose last two rows and last two columns leave it: reverse_l.c
 * with the width as a number.
 *
 * Darte, Isoard, Yuki: "Extended Lattice-Based Memory Allocation", Section 2,
 * Figure 1.
 *
 * Expected, for the fewest cells:
 *   A   4N - 4, with another mapping for each parity of N
 */
#include <stdio.h>
#ifndef N
#define N 9
#endif
static void kernel(double west[N][2], double south[2][N], double east[N][2], double north[2][N])
{
    double A[N][N];
    for (int x = 0; x < N; x++)
        for (int y = 0; y < N; y++)
            A[x][y] = 0.5113 * (x >= 2 ? A[x - 2][y] : south[x][y])
                    + 0.4787 * (y >= 2 ? A[x][y - 2] : west[x][y]);
    for (int x = 0; x < N - 2; x++)
        for (int y = N - 2; y < N; y++)
            east[x][y - (N - 2)] = 1.037 * A[x][y];
    for (int x = N - 2; x < N; x++)
        for (int y = 0; y < N; y++)
            north[x - (N - 2)][y] = A[x][y];
}
static double west[N][2], south[2][N], east[N][2], north[2][N];
int main(void)
{
    for (int i = 0; i < N; i++)
        for (int w = 0; w < 2; w++) {
            west[i][w] = i * 0.37 + w;
            south[w][i] = i * 0.61 - w;
        }
    kernel(west, south, east, north);
    for (int i = 0; i < N; i++)
        for (int w = 0; w < 2; w++)
            printf("%a %a\n", east[i][w], north[w][i]);
    return 0;
}
