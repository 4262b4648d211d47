/* Heap arrays of which one element is alive at a time: where the statements around them can go by
 * whole lines the pointer goes too, else one element stays. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 10
#endif

struct point {
    double x, y;
};

static double gone(int n, const double in[])
{
    double* a = malloc(sizeof(double) * n);
    double *b;
    double sum = 0;

    if (!a)
        exit(1);
    b = calloc(n, sizeof(double));
    if (b == NULL) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    for (int i = 0; i < n; i++) {
        a[i] = in[i] * 2;
        b[i] = a[i] + 1;
        sum = 0.5 * sum + a[i] * b[i];
    }
    free(a);
    free(b);
    return sum;
}

static double zeroed(int n, const double in[])
{
    double sum = 0;
    double *a = calloc(n, sizeof *a);
    double (*rows)[n] = malloc(n * sizeof(*rows));

    for (int i = 0; i < n; i++) {
        a[i] = in[i] + 1;
        for (int j = 0; j < n; j++) {
            rows[i][j] = a[i] * in[j];
            sum = 0.25 * sum + rows[i][j];
        }
    }
    free(a);
    free(rows);
    return sum;
}

/* The tests and releases share lines and conditions with others. */
static double stays(int n, const double in[])
{
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    double sum = 0;

    if (!a || !b)
        return 0;
    for (int i = 0; i < n; i++) {
        a[i] = in[i] * 2;
        b[i] = a[i] + 1;
        sum = 0.5 * sum + a[i] * b[i];
    }
    free(a); free(b);
    return sum;
}

/* The count is cast: nothing of the product stays but the size of the element. */
static double counted(int n, const double in[])
{
    double *a = malloc(sizeof(double) * (size_t)n);
    double *b = malloc((size_t)n * sizeof *b);
    double sum = 0;

    if (a == NULL || b == NULL) {
        free(a);
        free(b);
        return -1;
    }
    for (int i = 0; i < n; i++) {
        a[i] = in[i] * 3;
        b[i] = i > 0 ? a[i] - in[i - 1] : 0;
        sum = 0.5 * sum + b[i] * b[i];
    }
    free(a);
    free(b);
    return sum;
}

static double points(int n, const double in[])
{
    struct point *p = malloc(n * sizeof(struct point));
    struct point *q = malloc(n * sizeof *q);
    double sum = 0;

    if (!p) return 1;
    for (int i = 0; i < n; i++) {
        p[i].x = in[i];
        p[i].y = -in[i] * 2;
        sum = 0.5 * sum + p[i].x * p[i].y + (i > 0 ? p[i - 1].y : 0.0);
        q[i].x = sum;
        q[i].y = q[i].x * 2;
        sum += q[i].y;
    }
    free(p);
    free(q);
    return sum;
}

int main(void)
{
    double in[N];
    for (int i = 0; i < N; i++)
        in[i] = 0.1 * i * i - 0.3;
    printf("%a %a\n", gone(N, in), zeroed(N, in));
    printf("%a %a %a\n", stays(N, in), counted(N, in), points(N, in));
    return 0;
}
