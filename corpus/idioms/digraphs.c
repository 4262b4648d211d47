/*
 * Macros whose # and ## are written as digraphs: the compiler lists them in the usual spelling.
 *
 * Expected:
 *   rows   two rows
 *   sums   stays: the compiler's text of ROW has no place in this file
 */
%:include <stdio.h>

%:define N 12
%:define ROW(name, i) name %:%: s[i]
%:define SHOW(value) printf(%:value " %.17g\n", value)

static double rows[N][N];

static double filter(const double in[N][N])
{
    double sum = 0;

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            rows[i][j] = in[i][j] + (j > 0 ? rows[i][j - 1] : 0);
        for (int j = 0; i > 0 && j < N; j++)
            sum += rows[i][j] * rows[i - 1][N - 1 - j];
    }
    return sum;
}

static double pasted(const double in[N][N])
{
    double sums[N][N], sum = 0;

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            ROW(sum, i)[j] = in[i][j] / (i + 1);
        for (int j = 0; j < N; j++)
            sum += ROW(sum, i)[N - 1 - j] * j;
    }
    return sum;
}

int main(void)
{
    static double in[N][N];
    double filtered, all;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            in[i][j] = (i * 7 + j * 5) % 11 - 4;
    filtered = filter(in);
    all = pasted(in);
    SHOW(filtered);
    SHOW(all);
    return 0;
}
