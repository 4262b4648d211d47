/* Affine and data-dependent conditions, ternaries, compound assignments, early return. */
#include <stdio.h>

#ifndef N
#define N 12
#endif

static int kernel(int n, const double in[], double out[])
{
    double w[n][n], row[n], flag[n], best[n];

    if (n < 2)
        return -1;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            if (i == 0 || j == 0)
                w[i][j] = in[i + j];
            else if (i > 1 && !(j < 2))
                w[i][j] = 0.5 * w[i - 1][j] + 0.25 * w[i - 2][j];
            else
                w[i][j] = w[i - 1][j - 1];
        }
        row[i] = 0.0;
        for (int j = 0; j < n; j++)
            row[i] += w[i][j];
        out[i] = row[i];
    }
    for (int i = 0; i < n; i++) {
        flag[i] = 0.0;
        if (in[i] > 0.5)
            flag[i] = 1.0;
        best[i] = in[i] > out[i] ? in[i] : out[i];
        out[i] += flag[i] * best[i];
    }
    return 0;
}

int main(void)
{
    double in[2 * N], out[N];
    for (int i = 0; i < 2 * N; i++)
        in[i] = (i * 37 % 17) / 17.0;
    printf("%d\n", kernel(N, in, out));
    for (int i = 0; i < N; i++)
        printf("%a\n", out[i]);
    return 0;
}
