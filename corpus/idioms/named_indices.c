/* Rows that inner loops pick again and again: they get a name where that loop does not change them, which must mean
 * nothing else there, in braces where there were none. */
#include <stdio.h>

#ifndef N
#define N 9
#endif

#define next(t) ((t) + 1)

static double in[N];

/* `cur` is taken, `next` is a macro; two arrays share a name. */
static double taken(double cur)
{
    double t[N][N], u[N][N];
    double sum = cur;

    for (int i = 0; i < N; i++)
        t[0][i] = u[0][i] = in[i];
    for (int i = 1; i < N; i++) /* rows */
        for (int j = 0; j < N; j++) { // columns
            t[i][j] = t[i - 1][j] + t[i - 1][N - 1 - j];
            u[i][j] = u[i - 1][j] * 0.5 + u[i - 1][N - 1 - j] + t[i - 1][j];
            sum = 0.75 * sum + t[i][j] - u[i][j];
        }
    return sum;
}

/* Loops inside of each other, on one line, closed together. */
static double nested(void)
{
    double t[N][N][N];
    double sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                t[0][i][j] = in[i] - in[j] * k;
    for (int s = 1; s < N; s++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                t[s][i][j] = 0.25 * (t[s - 1][i][j] + t[s - 1][N - 1 - i][j]) + t[s - 1][i][N - 1 - j]; // all
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) sum = 0.5 * sum + t[N - 1][i][j];
    for (int s = 2; s < N; s++) { double w[N][N]; for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) { w[i][j] = in[j] + i; if (i > 0) sum += w[i][j] * w[i - 1][j] - w[i - 1][N - 1 - j]; } }
    return sum;
}

/* An unsigned counter, an `else` behind the loop, a block that starts with a comment. */
static double kinds(int way)
{
    double t[N][N], w[N][N];
    double sum = 0;

    if (way)
        for (unsigned long i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                w[i][j] = in[j] + in[i];
                if (i >= 2)
                    sum += w[i - 2][N - 1 - j] * w[i][j] - w[i - 1][j];
            }
    else
        for (int i = 0; i < N; i++) { /* one block
                                         of it */
            for (int j = 0; j < N; j++)
                t[i][j] = in[j] * i;
            for (int j = 0; j < N; j++)
                sum += i > 0 ? t[i][j] - t[i - 1][j] * t[i - 1][N - 1 - j] : t[i][j];
        }
    return sum;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        in[i] = 1.0 / next(i);
    printf("%a %a\n", taken(1.5), nested());
    printf("%a %a\n", kinds(0), kinds(1));
    return 0;
}
