/* Columns that a read wraps at a size, but in one iteration only: a new write to another column of the same
 * row is no danger to what it reads. */
#include <stdio.h>

#ifndef N
#define N 4
#endif
#ifndef M
#define M 5
#endif

static unsigned first(const unsigned *in, unsigned *out)
{
    unsigned sum = 1;
    unsigned t[M][M + 2];

    for (int i = 0; i <= M - 1; i += 2) {
        for (int j = i; j <= i + 2; j++)
            t[i][j] = in[i + 2 * j];
        for (int j = i; j < i + 2; j++)
            sum = sum * 31u + t[i][j];
    }
    for (int i = 0; i < N; i++) {
        if (i <= 0)
            t[2 * i % M][1] = in[8] - t[2 * i % M][1];
        out[i] = in[i];
    }
    return sum + t[0][1];
}

int main(void)
{
    unsigned in[3 * M + 6 + N], out[N];

    for (int i = 0; i < 3 * M + 6 + N; i++)
        in[i] = (unsigned)i * 2654435761u;
    unsigned sum = first(in, out);
    printf("the sum is %u, the last element %u\n", sum, out[N - 1]);
    return 0;
}
