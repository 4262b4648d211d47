// kept: a analysis-budget
#include <stdio.h>

#define N 600

static int in[N], out[N];

/* Each read may find what any of several sweeps wrote, whose strides have no small common multiple. */
int main(void)
{
    int a[N][N];

    for (int i = 0; i < N; i++)
        in[i] = 3 * i;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = in[i] + j;
    for (int i = 0; i < N; i += 2)
        for (int j = i % 3; j < N; j += 3)
            a[i][j] = a[i / 2 * 2][N - 1 - j] + in[j / 3];
    for (int i = 0; i < N; i += 3)
        for (int j = i % 5; j < N; j += 5)
            a[i][j] = a[i / 3 * 3][N - 1 - j] + in[j / 5];
    for (int i = 0; i < N; i += 5)
        for (int j = i % 7; j < N; j += 7)
            a[i][j] = a[i / 5 * 5][N - 1 - j] + in[j / 7];
    for (int i = 0; i < N; i += 7)
        for (int j = i % 11; j < N; j += 11)
            a[i][j] = a[i / 7 * 7][N - 1 - j] + in[j / 11];
    for (int i = 0; i < N; i += 3)
        out[i] += a[i][i] + a[i / 2][i / 7];
    for (int i = 0; i < N; i++)
        printf("%d\n", out[i]);
    return 0;
}
