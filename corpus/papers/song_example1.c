/*
 * Two loops over one vector, through a temporary.
 *
 * Song, Wang, Li: "A Polynomial-Time Algorithm for Memory Space Reduction",
 * Example 1, Figure 1(a). The paper's bounds, 1..N, with e starting at 0.
 *
 * Expected:
 *   as written                A: n cells, all alive between the loops
 *   after shift by 1 + fuse   A: 2 cells (the paper's a1 and a2)
 */
#include <stdio.h>

#ifndef N
#define N 14
#endif

void kernel(int n, double E[n + 1])
{
    double A[n + 1];

    for (int i = 1; i <= n; i++)
        A[i] = E[i] + E[i - 1];

    for (int i = 1; i <= n; i++)
        E[i] = A[i];
}

static unsigned int rng = 1u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777259.0;
}

int main(void)
{
    double E[N + 1], checksum = 0.0;

    for (int i = 0; i <= N; i++)
        E[i] = value();

    kernel(N, E);

    for (int i = 0; i <= N; i++)
        checksum = 0.98 * checksum + E[i];
    printf("checksum %a\n", checksum);
    for (int i = 0; i <= N; i++)
        printf("E[%d] %a\n", i, E[i]);
    return 0;
}
