/* Static arrays: one that every call writes before it reads, one that starts as zero and is read
 * before it is written in the first call, one that carries values from call to call. */
#include <stdio.h>

#define N 10
#define W (N + 1)

static double kernel(const double in[N], int round)
{
    static double line[W][N];
    static double seed[N];
    double zero[N] = {0};
    double sum = round;

    for (int i = 0; i < N; i++)
        line[0][i] = in[i] + round;
    for (int r = 1; r < W; r++)
        for (int i = 0; i < N; i++)
            line[r][i] = 0.5 * (line[r - 1][i] + line[r - 1][N - 1 - i]) + 0.01 * i;
    for (int i = 0; i < N; i++) {
        sum = 0.9 * sum + line[W - 1][i] + seed[i];
        seed[i] = sum;
    }
    for (int i = 0; i < N; i++) {
        sum += zero[i];
        zero[i] = sum;
        sum *= zero[i] > 0.0 ? 0.5 : 0.25;
    }
    return sum;
}

int main(void)
{
    double in[N];
    for (int i = 0; i < N; i++)
        in[i] = 0.1 * i * i - 0.3;
    for (int round = 0; round < 4; round++)
        printf("%a\n", kernel(in, round));
    return 0;
}
