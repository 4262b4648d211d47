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

/* One of the branches writes, whichever the data chooses: nothing is left of an earlier call. */
static void chosen(int n, const double in[], double out[])
{
    static double state[N][N], longest[N + 1][N + 1], kind[N];
    static double kept[N];

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double x = in[i + j];
            if (x < 0.2)
                state[i][j] = 1.0;
            else if (x < 0.5) {
                out[i] += 1.0;
                state[i][j] = x;
            } else if (x < 0.8) {
                state[i][j] = x * x;
                out[i] += state[i][j];
            } else
                state[i][j] = 2.0;
        }
        for (int j = 0; j < n; j++)
            out[i] += state[i][n - 1 - j];
    }
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= n; j++)
            if (i == 0 || j == 0)
                longest[i][j] = 0.0;
            else if (in[i - 1] == in[n - j])
                longest[i][j] = longest[i - 1][j - 1] + 1.0;
            else
                longest[i][j] = longest[i - 1][j] > longest[i][j - 1] ? longest[i - 1][j] : longest[i][j - 1];
    out[0] += longest[n][n];
    for (int i = 0; i < n; i++) {
        switch ((int)(in[i] * 4)) {
        case 0:
            kind[i] = in[i];
            break;
        case 1:
        case 2: {
            kind[i] = 2.0 * in[i];
            break;
        }
        default:
            kind[i] = -1.0;
        }
        out[i] *= kind[i];
    }
    /* what an earlier call left is read in the second branch: this stays */
    for (int i = 0; i < n; i++) {
        if (in[i] > 0.5)
            kept[i] = in[i];
        else
            kept[i] = 0.5 * kept[i];
        out[i] += kept[i];
    }
}

int main(void)
{
    double in[2 * N], out[N];
    for (int i = 0; i < 2 * N; i++)
        in[i] = (i * 37 % 17) / 17.0;
    printf("%d\n", kernel(N, in, out));
    chosen(N, in, out);
    chosen(N, in + 1, out);
    for (int i = 0; i < N; i++)
        printf("%a\n", out[i]);
    return 0;
}
