/*
 * Each step divides by the sum of all elements.
 *
 * Expected: the loops stay: all of a step is needed before the next one begins.
 */
#include <stdio.h>

#define N 23
#define T 8

static double a[N], sums[T];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = 1 + i % 7;
    for (int t = 0; t < T; t++) {
        for (int i = 0; i < N; i++)
            sums[t] += a[i];
        for (int i = 0; i < N; i++)
            a[i] = a[i] / sums[t] + 0.5;
    }
    for (int i = 0; i < N; i++)
        printf("%a\n", a[i]);
    return 0;
}
