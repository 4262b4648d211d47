/*
 * One cube of the heat equation in two dimensions, skewed along time, with a
 * buffer for all its instances; its two last layers in both directions are read
 * at the end.
 *
 * Darte, Isoard, Yuki: "Extended Lattice-Based Memory Allocation", Table 1. The
 * set of conflicts is corpus/sets/heat_2d_tile.isl.
 *
 * Expected, for the fewest cells:
 *   A   5B^2 - 8B + 4
 */
#include <stdio.h>
#ifndef B
#define B 5
#endif
static double edge(int t, int i, int j) { return 0.5 + ((t * 37 + i * 101 + j * 59 + 999) % 64) / 64.0; }
static void tile(double right[B][B][2], double below[B][2][B])
{
    double A[B][B][B];
    for (int t = 0; t < B; t++)
        for (int i = 0; i < B; i++)
            for (int j = 0; j < B; j++) {
                if (t >= 1 && i >= 2 && j >= 2)
                    A[t][i][j] = 0.3 * A[t - 1][i - 1][j - 1] + 0.2 * A[t - 1][i - 2][j - 1] + 0.15 * A[t - 1][i][j - 1]
                        + 0.17 * A[t - 1][i - 1][j - 2] + 0.16 * A[t - 1][i - 1][j];
                else
                    A[t][i][j] = edge(t, i, j);
            }
    for (int t = 0; t < B; t++)
        for (int i = 0; i < B; i++)
            for (int k = 0; k < 2; k++) {
                right[t][i][k] = A[t][i][B - 2 + k];
                below[t][k][i] = A[t][B - 2 + k][i];
            }
}
static double right[B][B][2], below[B][2][B];
int main(void)
{
    tile(right, below);
    for (int t = 0; t < B; t++)
        for (int i = 0; i < B; i++)
            for (int k = 0; k < 2; k++)
                printf("%a %a\n", right[t][i][k], below[t][k][i]);
    return 0;
}
