/*
 * Two loops over one vector: the second overwrites what the first reads.
 *
 * Song, Wang, Li: "A Polynomial-Time Algorithm for Memory Space Reduction",
 * Example 1. As in the paper, indices start at 1.
 *
 * Expected, with --fuse=full (the loops are over vectors): the first loop
 * runs one element ahead, A keeps 2 cells.
 */
#include <stdio.h>

#ifndef N
#define N 40
#endif

static double E[N + 1];

static void kernel(void)
{
    double A[N + 1];

    for (int i = 1; i <= N; i++)
        A[i] = E[i] + E[i - 1];

    for (int i = 1; i <= N; i++)
        E[i] = A[i];
}

int main(void)
{
    double checksum = 0.0;

    for (int i = 0; i <= N; i++)
        E[i] = 0.5 + i * 7 % 11 / 16.0;
    kernel();
    for (int i = 0; i <= N; i++)
        checksum = 0.98 * checksum + E[i];
    printf("checksum %a\n", checksum);
    return 0;
}
