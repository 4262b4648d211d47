/* Flat arrays on the heap, taken apart by rows and columns; sizes and alignments. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 8
#endif
#define M (N + 3)
#define DEPTH 5

static double *vector(int n)
{
    return malloc(n * sizeof(double));
}

static double rows(int n, int m, const double *in)
{
    double *a = (double *) malloc(n * m * sizeof(double));
    double sum = 0;

    if (a == NULL) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            a[i*m + j] = in[j] * (i + 1);
        if (i > 0)
            for (int j = 0; j < m; j++)
                sum = 0.9 * sum + a[i*m + j] - a[(i - 1)*m + j];
    }
    free(a);
    return sum;
}

static double named_width(const double *in)
{
    double *a;
    double sum = 0;

    if ((a = malloc(sizeof(*a) * (size_t) N * M)) == NULL)
        return 0;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++)
            a[i * M + j] = in[j] + i;
        for (int j = 0; j < M; j++)
            sum = 0.8 * sum + a[i * M + j] * (i > 0 ? a[(i - 1) * M + j] : 1.0);
    }
    free(a);
    return sum;
}

/* Three dimensions: of a volume in which each plane is used at once, one plane is left. */
static double planes(const double *in)
{
    double *v = malloc(M * DEPTH * N * sizeof *v);
    double sum = 0;

    if (!v)
        return 0;
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < DEPTH; j++)
            for (int k = 0; k < N; k++)
                v[(i * DEPTH + j) * N + k] = in[k] * (i - j);
        for (int j = 1; j < DEPTH; j++)
            for (int k = 0; k < N; k++)
                sum = 0.7 * sum + v[(i * DEPTH + j) * N + k] - v[(i * DEPTH + j - 1) * N + k];
    }
    free(v);
    return sum;
}

/* A window, and lines that must stay aligned. */
static double aligned(int n, const double *in)
{
    double sum = 0;
    double *window = aligned_alloc(64, ((n + 7) / 8) * 8 * sizeof(double));
    float *line = aligned_alloc(32, (n * N * sizeof(float) + 31) / 32 * 32);
    double *last = vector(n);

    if (!window || !line || !last) {
        free(window);
        free(line);
        free(last);
        return -1;
    }
    for (int i = 0; i < n; i++) {
        window[i] = in[i] * 3;
        for (int j = 0; j < N; j++)
            line[i * N + j] = in[j] - i;
        for (int j = 0; j < N; j++)
            sum += line[i * N + j];
        last[i] = sum;
        if (i >= 2)
            sum = 0.5 * sum + window[i] + window[i - 1] + window[i - 2] - last[i - 1];
    }
    free(window);
    free(line);
    free(last);
    return sum;
}

/* Bytes without `sizeof`, and an allocation in each turn of a loop. */
static int bytes(int n)
{
    int sum = 0;
    char *c = malloc(n);
    unsigned short *s = malloc(2 * n);

    for (int i = 0; i < n; i++) {
        c[i] = i + 1;
        s[i] = c[i] * 2;
        sum = 3 * sum % 1000 + s[i] + (i ? s[i - 1] : 0);
    }
    free(s);
    free(c);
    for (int turn = 0; turn < 3; turn++) {
        int *t = calloc(n, sizeof *t);
        if (!t)
            exit(2);
        for (int i = 0; i < n; i++) {
            t[i] = sum % (i + 2) + turn;
            sum += i ? t[i - 1] * t[i] : 0;
        }
        free(t);
    }
    return sum;
}

int main(void)
{
    double in[M];
    for (int i = 0; i < M; i++)
        in[i] = 0.5 * i * i - 2;
    printf("%a %a\n", rows(N, M, in), named_width(in));
    printf("%a %d %a\n", aligned(N, in), bytes(N), planes(in));
    return 0;
}
