/* Array parameters that are temporaries of their functions, in the ways in which C declares them and
 * callers provide them; and some that look alike, but whose elements a caller or another function
 * needs. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 11
#endif
#define DATA_TYPE double
#define ARRAY_2D(name, rows, columns) name[rows + 0][columns + 0]
#define DECLARE_2D(name, type, rows, columns) \
    type(*name)[rows][columns]; \
    name = (type(*)[rows][columns])malloc(sizeof(type[rows][columns]))
#define FREE(name) free((void *)name)

static void *checked(size_t bytes)
{
    void *memory = malloc(bytes);
    if (memory == NULL)
        exit(1);
    return memory;
}

/* A kernel as benchmarks have it. */
static void init_array(int n, DATA_TYPE ARRAY_2D(in, N, N), DATA_TYPE ARRAY_2D(tmp, N, N))
{
    int i, j;

    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            in[i][j] = 0.25 * i - 0.125 * j * i;
            tmp[i][j] = 0.0;
        }
}

static void kernel_rows(int n, DATA_TYPE ARRAY_2D(in, N, N), DATA_TYPE ARRAY_2D(tmp, N, N),
                        DATA_TYPE ARRAY_2D(out, N, N))
{
    int i, j; // counters

    for (i = 0; i < n; i++) {
        tmp[i][0] = in[i][0];
        for (j = 1; j < n; j++)
            tmp[i][j] = 0.5 * tmp[i][j - 1] + in[i][j];
        for (j = n - 1; j >= 0; j--)
            out[i][j] = tmp[i][j] * in[n - 1 - i][j];
    }
}

/* All sizes at run time. */
static void variable(int n, int m, double in[n][m], double tmp[restrict n][m], double out[n][m])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            tmp[i][j] = in[i][j] * 3.0;
        for (int j = 0; j < m; j++)
            out[i][j] += tmp[i][m - 1 - j] - (i > 0 ? tmp[i - 1][j] : 0.0);
    }
}

/* A flat pointer, whose extent nothing says. */
static double flat(int n, int m, const double *in, double *restrict work, double *restrict one)
{
    double all = 0.0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            work[i * m + j] = in[j] * (i + 1);
        for (int j = 0; j < m; j++) {
            one[i * m + j] = work[i * m + m - 1 - j] * 0.5;
            all += one[i * m + j] * (j + 1);
        }
    }
    return all;
}

static double forms(double (*rows)[N], double list[static N], struct { int a; } *unused,
                    double *pointers[], double in[N])
{
    double all = 0.0;
    (void)unused;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            rows[i][j] = in[i] - in[j];
            all += rows[i][j];
        }
        list[i] = all;
        pointers[i] = &in[N - 1 - i];
        all = 0.5 * list[i] + *pointers[i];
    }
    return all;
}

/* Two functions get the same scratch; each writes what it reads. */
static void first(int n, double scratch[], const double in[], double out[])
{
    for (int i = 0; i < n; i++) {
        scratch[i] = in[i] + 1.0;
        out[i] = scratch[i] * scratch[i];
    }
}

static void second(int n, double scratch[], const double in[], double out[])
{
    for (int i = 1; i < n; i++) {
        scratch[i - 1] = in[i] - in[i - 1];
        out[i] += scratch[i - 1];
    }
}

/* Here the second one reads what the first one left. */
static void leave(int n, double left[], const double in[])
{
    for (int i = 0; i < n; i++)
        left[i] = in[i] * 7.0;
    for (int i = 1; i < n; i++)
        left[i] = left[i] - left[i - 1];
}

static void take(int n, double left[], double out[])
{
    for (int i = 0; i < n; i++)
        out[i] -= left[i];
}

/* Called by itself, with a buffer for each level. */
static double deep(int level, double buffer[N], const double in[N])
{
    double own[N];
    double all = 0.0;
    for (int i = 0; i < N; i++) {
        buffer[i] = in[i] * level;
        all += buffer[i];
    }
    return level == 0 ? all : all + deep(level - 1, own, in);
}

static void show(const char *what, int n, const double *values)
{
    printf("%s", what);
    for (int i = 0; i < n; i++)
        printf(" %a", values[i]);
    printf("\n");
}

int main(void)
{
    int n = N;
    int m = N + 2;
    double out[N][N], row[N], left[N];
    static double scratch[N];

    DECLARE_2D(in, DATA_TYPE, N, N);
    DECLARE_2D(tmp, DATA_TYPE, N, N);
    init_array(n, *in, *tmp);
    kernel_rows(n, *in, *tmp, out);
    show("rows", N * N, &out[0][0]);
    FREE(tmp);

    double(*a)[m] = checked(sizeof(double[n][m]));
    double(*t)[m] = checked(sizeof(double[n][m]));
    double(*b)[m] = checked(sizeof(double[n][m]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            a[i][j] = (*in)[i][j % N] - j;
            b[i][j] = 0.0;
        }
    variable(n, m, a, t, b);
    show("variable", n * m, &b[0][0]);

    double *work = checked(sizeof(double) * n * m);
    double *one = checked(sizeof(double) * n * m);
    printf("flat %a\n", flat(n, m, a[0], work, one));
    printf("flat %a\n", flat(m, n, a[0], work, one));
    free(work);
    free(one);

    for (int i = 0; i < N; i++)
        row[i] = (*in)[i][i] + i;
    double rows[N][N], list[N], *pointers[N];
    printf("forms %a\n", forms(rows, list, NULL, pointers, row));

    first(n, scratch, row, out[0]);
    second(n, scratch, row, out[0]);
    leave(n, left, row);
    take(n, left, out[0]);
    show("scratch", n, out[0]);

    double buffer[N];
    printf("deep %a\n", deep(4, buffer, row));
    free(a);
    free(t);
    free(b);
    FREE(in);
    return 0;
}
