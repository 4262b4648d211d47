/*
 * A loop pair whose boundary value lives longer than all others.
 *
 * Yuki, Rajopadhye: "Memory Allocations for Tiled Uniform Dependence Programs",
 * Section 6, Figure 4.
 *
 * kernel is the code as printed, in place on one array. kernel_fused is the same
 * computation in single assignment under the schedule of the example in
 * Section 6 (S1 and S2 fused over i), one array per statement. Both print the
 * same numbers.
 *
 * Not repaired, only noted: the paper lists a dependence S1[t,i] -> S2[t,i+1] for
 * all i < N. The printed code has it for i = 0 only; elsewhere S2 reads what S2
 * wrote at i-1. kernel_fused follows the printed code.
 *
 * Expected:
 *   A    (kernel)         stays at N+1: every element is alive from step to step
 *   s1   (kernel_fused)   N+1 cells by a modular mapping, although no more than
 *                         two values are alive at once; two scalars if i = 0
 *                         is split off
 *   s2   (kernel_fused)   N cells, (i - 1)
 */
#include <stdio.h>

#ifndef N
#define N 11
#endif
#ifndef T
#define T 6
#endif

static double foo(double a)
{
    return 0.917 * a + 0.0613 * a * a;
}

static double bar(double before, double here)
{
    return 0.4337 * before + 0.5519 * here;
}

static void kernel(const double in[N + 1], double out[N + 1])
{
    double A[N + 1];
    int t, i;

    for (i = 0; i <= N; i++)
        A[i] = in[i];

    for (t = 0; t <= T; t++) {
        for (i = 0; i <= N; i++)
            A[i] = foo(A[i]);           /* S1 */
        for (i = 1; i <= N; i++)
            A[i] = bar(A[i - 1], A[i]); /* S2 */
    }

    for (i = 0; i <= N; i++)
        out[i] = A[i];
}

static void kernel_fused(const double in[N + 1], double out[N + 1])
{
    double s1[T + 1][N + 1];
    double s2[T + 1][N + 1];
    int t, i;

    for (t = 0; t <= T; t++)
        for (i = 0; i <= N; i++) {
            s1[t][i] = foo(t == 0 ? in[i] : i == 0 ? s1[t - 1][0] : s2[t - 1][i]);
            if (i >= 1)
                s2[t][i] = bar(i == 1 ? s1[t][0] : s2[t][i - 1], s1[t][i]);
        }

    out[0] = s1[T][0];
    for (i = 1; i <= N; i++)
        out[i] = s2[T][i];
}

static unsigned int rng = 44u;

static double value(void)
{
    rng = rng * 1664525u + 1013904223u;
    return 0.5 + (rng >> 8) / 16777216.0;
}

int main(void)
{
    double in[N + 1], out[N + 1], out_fused[N + 1], checksum = 0.0;
    int i;

    for (i = 0; i <= N; i++)
        in[i] = value();

    kernel(in, out);
    kernel_fused(in, out_fused);

    for (i = 0; i <= N; i++)
        checksum = 0.98 * checksum + out[i] - 0.63 * out_fused[i];
    printf("checksum %a\n", checksum);
    for (i = 0; i <= N; i++)
        printf("%a %a\n", out[i], out_fused[i]);
    return 0;
}
