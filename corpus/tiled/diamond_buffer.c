/*
 * One diamond tile of a three-point stencil with a buffer for all its instances;
 * its two later edges, two elements wide, are read at the end.
 *
 * Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for
 * Arrays", Figure 7. The set of conflicts is corpus/sets/diamond_tile.isl.
 *
 * Expected, for the fewest cells:
 *   A   4B - 4; the paper takes 6B - 5
 */
#include <stdio.h>
#ifndef B
#define B 5
#endif
#define ROWS (2 * B - 1)
static double in(int t, int i) { return 0.5 + ((t * 37 + i * 101) % 64) / 64.0; }

static void tile(double late[2][ROWS], double early[2][ROWS])
{
    double A[2 * B - 1][2 * B - 1];

    for (int t = 0; t <= B - 1; t++)
        for (int i = B - 1 - t; i <= B - 1 + t; i++) {
            if (i >= B + 1 - t && i <= B - 3 + t)
                A[t][i] = 0.29 * A[t - 1][i - 1] + 0.43 * A[t - 1][i] + 0.27 * A[t - 1][i + 1];
            else
                A[t][i] = in(t, i);
        }
    for (int t = B; t <= 2 * B - 2; t++)
        for (int i = t - B + 1; i <= 3 * B - 3 - t; i++)
            A[t][i] = 0.29 * A[t - 1][i - 1] + 0.43 * A[t - 1][i] + 0.27 * A[t - 1][i + 1];
    for (int t = B - 1; t <= 2 * B - 2; t++)
        for (int k = 0; k < 2; k++) {
            if (t - B + 1 + k <= 3 * B - 3 - t) {
                early[k][t] = A[t][t - B + 1 + k];
                late[k][t] = A[t][3 * B - 3 - t - k];
            }
        }
}

int main(void)
{
    static double late[2][ROWS], early[2][ROWS];
    tile(late, early);
    for (int k = 0; k < 2; k++)
        for (int t = 0; t < ROWS; t++)
            printf("%a %a\n", late[k][t], early[k][t]);
    return 0;
}
