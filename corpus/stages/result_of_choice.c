/*
 * A function makes the storage of all stages, and returns one of two numbers that tells whether
 * there is memory. The caller tests the number.
 *
 * Expected:
 *   half  one element
 *   sum   3 elements
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 50 /* samples */
#endif

struct stages {
    int n;
    double *half, *sum;
};

static int make(struct stages *s, int n)
{
    s->n = n;
    s->half = malloc(n * sizeof(double));
    s->sum = malloc(n * sizeof(double));
    return s->half && s->sum ? 0 : -1;
}

static double run(const double *restrict x, int n)
{
    struct stages s;
    double all = 0;

    if (make(&s, n)) {
        free(s.half);
        free(s.sum);
        return -1;
    }
    for (int i = 0; i < n; i++)
        s.half[i] = x[i] / 2;
    for (int i = 0; i < n; i++)
        s.sum[i] = s.half[i] + (i < 1 ? 0 : s.sum[i - 1]);
    for (int i = 2; i < n; i++)
        all += s.sum[i] * s.sum[i - 2];
    free(s.half);
    free(s.sum);
    return all;
}

static double x[H];

int main(void)
{
    for (int i = 0; i < H; i++)
        x[i] = i * 7 % 11;
    printf("%g\n", run(x, H));
    return 0;
}
