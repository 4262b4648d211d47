/*
 * Each function has two stages that could become one loop, but a call gives it one memory twice.
 *
 * Expected:
 *   all loops stay
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 9 /* rows */
#endif

struct frame { int n; int *px; };
static struct frame shown;
static int gain = 3;

/* Heap storage, twice. */
static void heap_twice(int n, const int *in, int *out)
{
    int *t = malloc((size_t)n * sizeof *t);
    for (int i = 0; i < n; i++)
        t[i] = in[i] + 1;
    for (int i = 1; i < n; i++)
        out[n - i] = t[i - 1] + t[i];
    free(t);
}

/* A member of a structure, and a copy of it. */
static void member_twice(int n, const int *in, int *out)
{
    int *t = malloc((size_t)n * sizeof *t);
    for (int i = 0; i < n; i++)
        t[i] = in[i] + 1;
    for (int i = 1; i < n; i++)
        out[n - i] = t[i - 1] + t[i];
    free(t);
}

/* Behind two structures. */
static void frames(const struct frame *in, const struct frame *out)
{
    int *t = malloc((size_t)in->n * sizeof *t);
    for (int i = 0; i < in->n; i++)
        t[i] = in->px[i] + 1;
    for (int i = 1; i < in->n; i++)
        out->px[in->n - i] = t[i - 1] + t[i];
    free(t);
}

/* Through another function, from a wrapper of malloc. */
static void wrapped(int n, const int *in, int *out)
{
    int *t = malloc((size_t)n * sizeof *t);
    for (int i = 0; i < n; i++)
        t[i] = in[i] + 1;
    for (int i = 1; i < n; i++)
        out[n - i] = t[i - 1] + t[i];
    free(t);
}

static void passes_on(int n, int *both)
{
    wrapped(n, both, both);
}

static int *numbers(int n)
{
    int *new = malloc((size_t)n * sizeof *new);
    for (int i = 0; i < n; i++)
        new[i * 4 % n] = i;
    return new;
}

/* Memory that changes its type: integers are read, numbers are written. */
static void retyped(int n, const int *in, float *out)
{
    int *t = malloc((size_t)n * sizeof *t);
    for (int i = 0; i < n; i++)
        t[i] = in[i] + 1;
    for (int i = 1; i < n; i++)
        out[n - i] = (float)(t[i - 1] + t[i]);
    free(t);
}

/* A variable of the file that the first stage reads. */
static void into_gain(int n, const int *restrict in, int *out)
{
    int *t = malloc((size_t)n * sizeof *t);
    for (int i = 0; i < n; i++)
        t[i] = in[i] * gain;
    for (int i = 1; i < n; i++)
        *out += t[i - 1] + t[i];
    free(t);
}

static void print(int n, const int *a)
{
    for (int i = 0; i < n; i++)
        printf("%d ", a[i]);
    puts("");
}

int main(void)
{
    int *a = numbers(N);
    heap_twice(N, a, a);
    print(N, a);

    shown.px = a;
    struct frame copy = shown;
    member_twice(N, shown.px, copy.px);
    print(N, a);

    struct frame one = { N, a }, other = { N, a + 1 };
    one.n = N - 1;
    frames(&one, &other);
    print(N, a);

    int *b = numbers(N);
    passes_on(N, b);
    print(N, b);

    into_gain(N, b, &gain);
    print(1, &gain);

    float *c = (float *)(void *)b;
    retyped(N, b, c);
    for (int i = 1; i < N; i++)
        printf("%g ", (double)c[i]);
    puts("");
    free(a);
    free(b);
    return 0;
}
