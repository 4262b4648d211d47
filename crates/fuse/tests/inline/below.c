/* The pipeline comes first, its stages stand below it, and lines are short of room. */
#include <stdio.h>

#define N 20

static int a[N], b[N], c[N];

/* declared here, defined below */
static void twice(int *to, const int *from, int n);
static void shift(int *to, const int *from, int n, int by);
static void last(int *to, int n); /* sets the end */

void run(const int *in, int *out) { twice(a, in, N); shift(b, a, N, -1); shift(c, b, N, 2); /* two */ last(c, N);
    for (int i = 0; i < N; i++) out[i] = c[i]; }

int main(void)
{
    int in[N], out[N];
    for (int i = 0; i < N; i++)
        in[i] = i * i % 31;
    run(in, out);
    for (int i = 0; i < N; i++)
        printf("%d\n", out[i]);
    return 0;
}

static void twice(int *to, const int *from, int n) { for (int i = 0; i < n; i++) to[i] = 2 * from[i]; }

static void shift(int *to, const int *from, int n, int by)
{   int i;
    for (i = 2; i < n - 2; i++)
        to[i] = from[i+by] + 3-by;
    return;
}

static void last(int *to, int n)
{
    (void)n;
    for (int k = 0; k < 2; k++)
        to[N - 1 - k] = to[k] = k;
}
