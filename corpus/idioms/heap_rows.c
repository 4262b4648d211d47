/* Arrays on the heap behind pointers to rows and pointers to whole arrays: several ways to allocate,
 * to test and to free them. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 9
#endif
#define M (N + 2)

static void *xmalloc(size_t size)
{
    void *p = malloc(size);
    if (p == NULL) {
        perror("malloc");
        exit(1);
    }
    return p;
}

/* Two rows are alive at once. */
static double pairs(int n, int m, const double in[])
{
    double (*a)[m] = malloc(n * sizeof *a);
    double sum = 0;

    if (!a)
        return -1;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            a[i][j] = in[j] * (i + 1);
        for (int j = 0; j < m; j++)
            sum = 0.9 * sum + a[i][j] + (i > 0 ? a[i - 1][m - 1 - j] : 0.0);
    }
    free(a);
    return sum;
}

/* One row: a pointer to numbers is enough. */
static double one_row(int n, int m, const double in[])
{
    double sum = 0;
    double (*a)[m] = (double (*)[m]) xmalloc(sizeof(double[n][m]));

    assert(a);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            a[i][j] = in[j] - i;
        for (int j = 1; j < m; j++)
            sum = 0.5 * sum + a[i][j] * a[i][j - 1];
    }
    free(a);
    a = NULL;
    return sum;
}

/* A plane of a cube; the count stands behind the `sizeof`. */
static double planes(int n, const double in[])
{
    double sum = 0;
    float (*cube)[2][n];

    cube = malloc(sizeof(float[2][n]) * n);
    if (cube == NULL)
        abort();
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < n; j++)
                cube[i][k][j] = in[j] * k + i;
        for (int j = 0; j < n; j++)
            sum = 0.75 * sum + cube[i][0][j] - cube[i][1][n - 1 - j];
    }
    free((void *) cube);
    return sum;
}

/* The whole array behind one pointer. */
static double whole(const double in[])
{
    double (*a)[N][M] = malloc(sizeof *a);
    double (*b)[N][M] = (double (*)[N][M]) malloc(sizeof(double) * N * M);
    double sum = 0;

    if (a == 0 || b == 0)
        return 0;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            (*a)[i][j] = in[j] * (i + 1);
        for (int j = 0; j < N; j++)
            (*b)[i][j] = (*a)[i][j] + 1;
        if (i > 1)
            for (int j = 0; j < N; j++)
                sum = 0.9 * sum + (*b)[i][j] - (*b)[i - 2][j];
    }
    free(a);
    free(b);
    return sum;
}

int main(void)
{
    double in[M];
    for (int i = 0; i < M; i++)
        in[i] = 0.25 * i * i - 1.5;
    printf("%a %a\n", pairs(N, M, in), one_row(N, M, in));
    printf("%a %a\n", planes(N, in), whole(in));
    return 0;
}
