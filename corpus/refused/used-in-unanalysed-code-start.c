// kept: t used-in-unanalysed-code
//
// The counter of the innermost loop is an `int`, and the row that it starts at is a `long`: with
// more rows than an `int` can count, it starts elsewhere.
#include <stdio.h>
#include <stdlib.h>

double differences(const float *in, long n, long m)
{
    if (n < 2 || m < 1)
        return 0;
    float (*t)[m] = malloc(n * sizeof *t);
    double s = 0;
    int k;
    if (!t)
        return 0;
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < m; j++)
            t[i][j] = in[j] * i;
        if (i > 0)
            for (long j = 0; j < m; j++)
                for (k = i - 1; k <= i; k++)
                    s += s * 0.5 + t[k][j];
    }
    free(t);
    return s;
}

int main(void)
{
    float in[3] = { 1, 2, 3 };
    printf("%g\n", differences(in, 4, 3));
    return 0;
}
