/*
 * A buffer with a spare element, whose size has a cast. The new size has one, too: compilers that
 * warn of numbers that lose their sign stay silent.
 *
 * Expected: b keeps n elements where the fewest are asked for, as `(size_t)(n > 1 ? n : 1)`.
 */
#include <stdio.h>
#include <stdlib.h>

#define N 40

static void reversed(const int *restrict in, int *restrict out, int n)
{
    int *b = malloc(((size_t)n + 1) * sizeof *b);
    for (int i = 0; i < n; i++)
        b[i] = in[i] + 5;
    for (int i = 0; i < n; i++)
        out[i] += b[n - 1 - i];
    free(b);
}

static int in[N], out[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        in[i] = i * 7 % 11;
    reversed(in, out, N);
    for (int i = 0; i < N; i++)
        printf("%d\n", out[i]);
    return 0;
}
