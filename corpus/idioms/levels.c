/*
 * Arrays with a dimension for time or for the level of a transform, of which
 * the last one is wanted.
 *
 * Expected:
 *   v, stage, history   two levels; the last level's number needs no modulo
 *                       where it is known to be even
 *   probe               one scalar, although it is printed
 */
#include <stdio.h>

#ifndef N
#define N 16
#endif
#define LOG 4
#define SIZE 16

static void powers(double out[N])
{
    double v[2 * N + 1][N];

    for (int i = 0; i < N; i++)
        v[0][i] = 1.0 + i;
    for (int t = 1; t <= 2 * N; t++)
        for (int i = 0; i < N; i++) {
            v[t][i] = 0.0;
            for (int j = 0; j < N; j++)
                v[t][i] += v[t - 1][j] * ((i * j + 1) % 7) / 40.0;
        }
    for (int i = 0; i < N; i++)
        out[i] = v[2 * N][i];
}

static void hadamard(const int in[SIZE], int out[SIZE])
{
    int stage[LOG + 1][SIZE];

    for (int i = 0; i < SIZE; i++)
        stage[0][i] = in[i];
    for (int s = 0; s < LOG; s++)
        for (int i = 0; i < SIZE / 2; i++) {
            stage[s + 1][i] = stage[s][2 * i] + stage[s][2 * i + 1];
            stage[s + 1][i + SIZE / 2] = stage[s][2 * i] - stage[s][2 * i + 1];
        }
    for (int i = 0; i < SIZE; i++)
        out[i] = stage[LOG][i];
}

static void heat(double rod[N], int steps)
{
    double history[steps + 1][N];
    double probe[steps + 1];

    for (int i = 0; i < N; i++)
        history[0][i] = rod[i];
    for (int t = 0; t < steps; t++) {
        history[t + 1][0] = history[t][0];
        history[t + 1][N - 1] = history[t][N - 1];
        for (int i = 1; i < N - 1; i++)
            history[t + 1][i] = history[t][i]
                + 0.2 * (history[t][i - 1] - 2.0 * history[t][i] + history[t][i + 1]);
        probe[t + 1] = history[t + 1][N / 3];
        printf("probe %a\n", probe[t + 1]);
    }
    for (int i = 0; i < N; i++)
        rod[i] = history[steps][i];
}

int main(void)
{
    double x[N], rod[N];
    int in[SIZE], out[SIZE];

    for (int i = 0; i < N; i++)
        rod[i] = i < N / 2 ? 1.0 : 0.125 * i;
    for (int i = 0; i < SIZE; i++)
        in[i] = i * 5 % 17;
    powers(x);
    hadamard(in, out);
    heat(rod, 9);
    for (int i = 0; i < N; i++)
        printf("%a %a\n", x[i], rod[i]);
    for (int i = 0; i < SIZE; i++)
        printf("%d\n", out[i]);
    return 0;
}
