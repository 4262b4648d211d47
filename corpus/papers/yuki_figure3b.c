/*
 * Producer and consumer in one loop, still in single assignment.
 *
 * Yuki, Rajopadhye: "Memory Allocations for Tiled Uniform Dependence Programs",
 * Section 5.1, Figure 3(b). Bounds are inclusive, 0..N. foo gets an input and
 * both functions are pure.
 *
 * Expected:
 *   S1   one scalar
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
    static double S1[N + 1];

    for (int i = 0; i <= N; ++i)
    {
        S1[i] = foo(in[i]);
        S2[i] = bar(S1[i]);
    }
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
