/*
 * A step of a primality test, in the manner of SPEC's lucas: weights, squares, and carries
 * through a vector of digits in three loops of one level. A kernel of the same shape.
 *
 * Expected: one loop; square and whole become cells or small windows.
 */
#include <stdio.h>

#ifndef N
#define N 300
#endif

static double digit[N], weight[N];

static void kernel(int n)
{
    double square[n], whole[n], carry = -2.0;
    int i;

    for (i = 0; i < n; i++)
        square[i] = digit[i] * weight[i] * digit[i] * weight[i];
    for (i = 0; i < n; i++)
        whole[i] = (double)(long)(square[i] / weight[i] + 0.5);
    for (i = 0; i < n; i++) {
        const double sum = whole[i] + carry;
        carry = (double)(long)(sum / 16.0);
        digit[i] = sum - 16.0 * carry;
    }
}

int main(void)
{
    double checksum = 0.0;

    for (int i = 0; i < N; i++) {
        digit[i] = i * 7 % 16;
        weight[i] = 1.0 + i % 8 / 8.0;
    }
    kernel(N);
    for (int i = 0; i < N; i++)
        checksum = 0.99 * checksum + digit[i];
    printf("checksum %a\n", checksum);
    return 0;
}
