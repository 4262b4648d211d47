/* The C of 1990: no wider integer type, no declaration behind a statement, no assertion that the compiler checks. */
#include <stdio.h>
#include <stdlib.h>

#define N 40
#define M 90

float in[N][M], out[N][M];

static void diagonal(void)
{
    float t[N][M];
    int i, j;
    for (i = 0; i < N; i++) {
        for (j = 0; j < M; j++)
            t[i][j] = in[i][j] * 2;
        if (i > 1)
            for (j = 1; j < M; j++)
                out[i][j] += t[i - 2][j] + t[i - 1][j - 1];
    }
}

static void rows(int first, int last)
{
    float t[N][M];
    int i, j;
    for (i = first; i < last; i++) {
        for (j = 0; j < M; j++)
            t[i][j] = in[i][j] * 3;
        if (i > first)
            for (j = 0; j < M; j++)
                out[i][j] += t[i - 1][j] - t[i][j];
    }
}

static void one(void)
{
    float t[N][M];
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            t[i][j] = in[i][j] * 5;
            if (j > 3)
                out[i][j] += t[i][j - 4];
        }
}

static int heap(int h, int w)
{
    float *t = (float *)malloc(h * w * sizeof(float));
    int y, x;
    if (t == NULL)
        return 1;
    for (y = 0; y < h; y++) {
        for (x = 0; x < w; x++)
            t[y * w + x] = in[y][x] + 1;
        if (y > 0)
            for (x = 1; x < w; x++)
                out[y][x] += t[(y - 1) * w + x - 1];
    }
    free(t);
    return 0;
}

static void large(long n)
{
    float t[N * M];
    long k;
    for (k = 0; k < n; k++) {
        t[k] = in[k / M][k % M];
        if (k >= 7)
            out[k / M][k % M] += t[k - 7];
    }
}

int main(void)
{
    double s = 0;
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            in[i][j] = (float)((i * 7 + j * 3) % 19);
    diagonal();
    rows(0, N);
    one();
    if (heap(N, M))
        return 1;
    large(N * M);
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            s += out[i][j] * (i + 2 * j);
    printf("sum of all filters: %g\n", s);
    return 0;
}
