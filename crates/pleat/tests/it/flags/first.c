/*
 * A table whose first row and first column are computed in the same loops as
 * the rest. The loop over columns passes the first value of a row to the next
 * row, so that it has to be written before the others.
 *
 * Expected:
 *   s   two variables: the first iteration is before the loop
 */
#include <stdio.h>

#ifndef N
#define N 12
#endif
#ifndef T
#define T 7
#endif

static double half(double a)
{
    return 0.5 * a + 0.25;
}

static double table(const double in[N])
{
    double s[T][N];
    double sum = 0;
    int t, i;

    for (t = 0; t < T; t++)
        for (i = 0; i < N; i++) {
            s[t][i] = half(i > 0 ? in[i] * t : t > 0 ? s[t - 1][0] : in[0]);
            if (i >= 1)
                sum += s[t][i] - s[t][0]; /* all but the first */
        }
    return sum + s[T - 1][0];
}

int main(void)
{
    double in[N];

    for (int i = 0; i < N; i++)
        in[i] = i * 5 % 7;
    printf("%a\n", table(in));
    return 0;
}
