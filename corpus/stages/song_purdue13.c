/*
 * A vector of samples, then the sum of those that pass a test: two loops, the second with a
 * condition on the data. A kernel of the shape of purdue-13 in the table of Song, Wang and Li.
 *
 * Expected: one loop; the vector becomes a cell.
 */
#include <stdio.h>

#ifndef N
#define N 500
#endif

static double kernel(int n)
{
    double sample[n], sum = 0.0;

    for (int i = 0; i < n; i++)
        sample[i] = (i * 37 % 101 - 50) / 32.0;
    for (int i = 0; i < n; i++)
        if (sample[i] > 0.5)
            sum += sample[i];
    return sum;
}

int main(void)
{
    printf("checksum %a\n", kernel(N));
    return 0;
}
