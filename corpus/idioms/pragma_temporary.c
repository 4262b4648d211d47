/* `#pragma pleat temporary`: what callers and other files do with these arrays is not looked at. One
 * name means nothing, and one promise does not hold. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 10
#endif

#pragma pleat temporary(lines)
double lines[N][N];

#pragma pleat temporary(work, nothing)
void blur(int n, const double *in, double *work, double *out)
{
    for (int i = 1; i < n; i++) {
        for (int j = 0; j < n; j++)
            work[i * n + j] = in[i * n + j] + in[(i - 1) * n + j];
        for (int j = 1; j < n; j++)
            out[i * n + j] = work[i * n + j] - work[i * n + j - 1];
    }
}

double sweep(int n, double u[N][N], double (*v)[N], double w[])
{
#pragma pleat temporary(v, w)
    double all = 0.0;
    for (int t = 1; t < n; t++)
        for (int i = 0; i < N; i++) {
            v[t][i] = u[t][i] * 0.5 + u[t - 1][i];
            w[i] += v[t][i];
            lines[t][i] = v[t][i] + t;
            all += w[i] + lines[t][i];
        }
    return all;
}

int main(void)
{
    double (*buffer)[N][N] = calloc(4, sizeof *buffer);
    double w[N] = {0};
    if (!buffer)
        return 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            buffer[0][i][j] = 0.5 * i - 0.25 * j * j;
    blur(N, buffer[0][0], buffer[1][0], buffer[2][0]);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            printf("%a\n", buffer[2][i][j]);
    printf("%a\n", sweep(N, buffer[0], buffer[3], w));
    free(buffer);
    return 0;
}
