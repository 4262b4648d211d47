/*
 * Producer loop, then consumer loop.
 *
 * Yuki, Rajopadhye: "Memory Allocations for Tiled Uniform Dependence Programs",
 * Section 5.1, Figure 3(a). Bounds are inclusive, 0..N. foo gets an input and
 * both functions are pure.
 *
 * Expected:
 *   S1   stays at N+1 cells, all alive between the loops (one after fusing)
 */
#include <stdio.h>

#ifndef N
#define N 15
#endif

static double foo(double a)
{
    return 0.731 * a + 0.2 * a * a;
}

static double bar(double s)
{
    return 1.113 * s - 0.377;
}

static void kernel(const double in[N + 1], double S2[N + 1])
{
    double S1[N + 1];
    int i, j;

#pragma scop
    for (i = 0; i <= N; i++)
        S1[i] = foo(in[i]);
    for (j = 0; j <= N; j++)
        S2[j] = bar(S1[j]);
#pragma endscop
}

static unsigned int rng = 33u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

int main(void)
{
    double in[N + 1], S2[N + 1], checksum = 0.0;

    for (int i = 0; i <= N; i++)
        in[i] = value();

    kernel(in, S2);

    for (int i = 0; i <= N; i++)
        checksum = 0.98 * checksum + S2[i];
    printf("checksum %a\n", checksum);
    for (int i = 0; i <= N; i++)
        printf("%a\n", S2[i]);
    return 0;
}
