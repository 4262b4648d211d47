/* memset, memcpy and memmove of whole arrays, rows and parts of rows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 9
#endif
#define M (N + 2)

/* Each row is cleared before it is used. */
static double rows(const double in[])
{
    double t[N][M];
    double sum = 0;

    for (int i = 0; i < N; i++) {
        memset(t[i], 0, sizeof t[i]);
        for (int j = 0; j < N; j++)
            t[i][j + 1] += in[j] * i;
        if (i > 0)
            for (int j = 0; j < M; j++)
                sum = 0.9 * sum + t[i][j] - 2 * t[i - 1][j];
    }
    return sum;
}

static double heap_rows(int n, const double in[])
{
    double sum = 0;
    double (*t)[n] = malloc(n * sizeof *t);

    if (!t)
        return 0;
    for (int i = 0; i < n; i++) {
        memset(t[i], 0, sizeof(t[i]));
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                t[i][j] += in[k] * in[j];
        for (int j = 0; j < n; j++)
            sum = 0.5 * sum + t[i][j];
    }
    free(t);
    return sum;
}

/* Nothing reads these zeros. */
static double unread(int n, int m, const double in[])
{
    double whole[n][m], counted[n][m], line[N];
    double *heap = malloc(n * sizeof *heap);
    double sum = 0;

    if (!heap)
        return 0;
    memset(whole, 0, sizeof whole);
    memset(counted, 0, n * m * sizeof(double));
    memset(line, 0, sizeof line);
    memset(heap, 0, n * sizeof *heap);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            whole[i][j] = in[j] * i;
            counted[i][j] = whole[i][j] + 1;
        }
        for (int j = 0; j < m; j++)
            sum = 0.75 * sum + whole[i][j] * counted[i][m - 1 - j];
        heap[i] = sum;
        sum += i > 0 ? heap[i - 1] : 0.0;
    }
    for (int i = 0; i < N; i++) {
        line[i] = in[i] * sum;
        sum = 0.5 * sum + line[i];
    }
    free(heap);
    return sum;
}

static double copies(const double in[])
{
    double sum = 0;
    double t[N][N], u[N][N], row[N];

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            t[i][j] = in[j] + i;
        memcpy(u[i], t[i], sizeof u[i]);
        memcpy(row, in, N * sizeof(double));
        memmove(t[i], row, N * sizeof(double));
        for (int j = 0; j < N; j++)
            sum = 0.5 * sum + u[i][j] * t[i][j] + (i > 0 ? u[i - 1][j] : 1.0);
    }
    return sum;
}

/* Bytes of any value, and the beginning of a row. */
static double parts(const double in[])
{
    int same[N];
    unsigned char bytes[N][N];
    double t[N][N];
    double sum = 0;

    memset(same, 0xff, sizeof(int) * N);
    for (int i = 0; i < N; i++)
        sum += same[i];
    for (int i = 0; i < N; i++) {
        memset(&bytes[i][0], i, N);
        memset(t[i], 0, i * sizeof(double));
        for (int j = i; j < N; j++)
            t[i][j] = in[j] + bytes[i][j];
        for (int j = 0; j < N; j++)
            sum = 0.5 * sum + t[i][j];
    }
    return sum;
}

/* All of these zeros are read: nothing can change. */
static double read_later(const double in[])
{
    double t[N];
    double sum = 0;

    memset(t, 0, sizeof t);
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            t[i] += in[k] * i;
    for (int i = 0; i < N; i++)
        sum = 0.5 * sum + t[i];
    return sum;
}

/* Zeros that are read, but all the same. */
static double zeros(const double in[])
{
    double window[N + 2], lower[N][N];
    double *delay = calloc(N + 2, sizeof *delay);
    double sum = 0;

    if (!delay)
        return -1;
    memset(window, 0, sizeof window);
    memset(lower, 0, N * sizeof lower[0]);
    for (int i = 0; i < N; i++) {
        window[i + 2] = in[i];
        delay[i + 2] = window[i + 2] - window[i];
        sum = 0.5 * sum + window[i] + window[i + 1] * 2 + delay[i];
    }
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++)
            lower[i][j] = in[j];
        for (int j = 0; j < N; j++)
            sum = 0.5 * sum + lower[i][j] * (j + 1);
    }
    free(delay);
    return sum;
}

int main(void)
{
    double in[M];
    for (int i = 0; i < M; i++)
        in[i] = 0.25 * i * i - 1.5;
    printf("%a %a %a\n", rows(in), heap_rows(N, in), unread(N, M, in));
    printf("%a %a %a %a\n", copies(in), parts(in), read_later(in), zeros(in));
    return 0;
}
