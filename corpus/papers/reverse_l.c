/*
 * A square tile whose last two rows and last two columns leave it.
 *
 * Darte, Isoard, Yuki: "Extended Lattice-Based Memory Allocation", Section 2,
 * Figure 1. The paper gives the shape only: a tile with dependences of length 2
 * in each dimension, so that a reverse L of width 2 is live-out. The code is
 * ours: the tile is filled from two halos, and a later nest stores the L.
 *
 * Expected:
 *   A   N*N by a modulo per dimension; 2(2N-1) cells by (x - y, y % 2);
 *       4N-4 possible, which is also the number of live-out values
 */
#include <stdio.h>

#ifndef N
#define N 9
#endif
#define W 2 /* width of the L and of the halos */

static void kernel(double west[N][W], double south[W][N], double east[N][W], double north[W][N])
{
    int x, y;
    double A[N][N];

#pragma scop
    /* the tile */
    for (x = 0; x < N; x++)
        for (y = 0; y < N; y++)
            A[x][y] = 0.5113 * (x >= W ? A[x - W][y] : south[x][y])
                    + 0.4787 * (y >= W ? A[x][y - W] : west[x][y]);

    /* its border: the arm up to the corner, then the foot with the corner */
    for (x = 0; x < N - W; x++)
        for (y = N - W; y < N; y++)
            east[x][y - (N - W)] = 1.037 * A[x][y];
    for (x = N - W; x < N; x++)
        for (y = 0; y < N; y++)
            north[x - (N - W)][y] = A[x][y];
#pragma endscop
}

static unsigned int rng = 24u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

static double west[N][W], south[W][N], east[N][W], north[W][N];

int main(void)
{
    double checksum = 0.0;
    int i, w;

    for (i = 0; i < N; i++)
        for (w = 0; w < W; w++) {
            west[i][w] = value();
            south[w][i] = value();
        }

    kernel(west, south, east, north);

    for (i = 0; i < N; i++)
        for (w = 0; w < W; w++)
            checksum = 0.98 * checksum + east[i][w] - 0.73 * north[w][i];
    printf("checksum %a\n", checksum);
    for (w = 0; w < W; w++)
        for (i = 0; i < N - W; i++)
            printf("east[%d][%d] %a\n", i, w, east[i][w]);
    for (w = 0; w < W; w++)
        for (i = 0; i < N; i++)
            printf("north[%d][%d] %a\n", w, i, north[w][i]);
    return 0;
}
