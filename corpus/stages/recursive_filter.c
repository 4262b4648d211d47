/*
 * A leaky sum over a signal, and differences of it: each sum needs the one before, so that its loop
 * has no vectors to lose.
 *
 * Expected:
 *   sum    3 elements
 */
#include <stdio.h>

#ifndef N
#define N 40
#endif

static double signal[N], out[N];

static void kernel(void)
{
    double sum[N];

    sum[0] = signal[0];
    for (int i = 1; i < N; i++)
        sum[i] = 0.9 * sum[i - 1] + signal[i];

    for (int i = 0; i < N - 2; i++)
        out[i] = sum[i + 2] - sum[i];
}

int main(void)
{
    double checksum = 0.0;

    for (int i = 0; i < N; i++)
        signal[i] = i * 7 % 11 / 16.0;
    kernel();
    for (int i = 0; i < N; i++)
        checksum = 0.98 * checksum + out[i];
    printf("checksum %a\n", checksum);
    return 0;
}
