/*
 * One hexagonal tile of a three-point stencil with a buffer for all its
 * instances; its two later edges and its last row are read at the end.
 *
 * Bhaskaracharya, Bondhugula, Cohen: "Automatic Storage Optimization for
 * Arrays", Section 5. The set of conflicts is corpus/sets/hexagonal_tile.isl.
 *
 * Expected, for the fewest cells:
 *   A   6B - 6
 */
#include <stdio.h>
#ifndef B
#define B 5
#endif
#define ROWS (2 * B - 1)
static double in(int t, int i) { return 0.5 + ((t * 37 + i * 101) % 64) / 64.0; }

static void tile(double late[2][ROWS], double early[2][ROWS])
{
    double A[2 * B - 1][3 * B - 2];

    for (int t = 0; t <= B - 1; t++)
        for (int i = B - 1 - t; i <= 2 * B - 2 + t; i++) {
            if (t >= 1 && i >= B + 1 - t && i <= 2 * B - 4 + t)
                A[t][i] = 0.29 * A[t - 1][i - 1] + 0.43 * A[t - 1][i] + 0.27 * A[t - 1][i + 1];
            else
                A[t][i] = in(t, i);
        }
    for (int t = B; t <= 2 * B - 2; t++)
        for (int i = t - B + 1; i <= 4 * B - 4 - t; i++)
            A[t][i] = 0.29 * A[t - 1][i - 1] + 0.43 * A[t - 1][i] + 0.27 * A[t - 1][i + 1];
    for (int t = B - 1; t <= 2 * B - 2; t++)
        for (int k = 0; k < 2; k++) {
            early[k][t] = A[t][t - B + 1 + k];
            late[k][t] = A[t][4 * B - 4 - t - k];
        }
    for (int i = B; i <= 2 * B - 3; i++)
        early[0][0] += A[2 * B - 2][i];
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
