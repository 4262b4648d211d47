/* verify: proved
 * One loop.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 12
#endif

struct series {
    int n;
    double first[2];
    double *v;
};

static struct series doubled(const double *t, int n)
{
    struct series out;
    double *half = malloc(sizeof(double));
    if (n < 4 || !half)
        exit(1);
    out.n = n;
    out.v = malloc(n * sizeof(double));
    if (!out.v)
        exit(1);
    for (int i = 0; i < n; i++) {
        half[0] = t[i] * 0.5;
        out.v[i] = half[0] * 4.0;
    }
    for (int i = 0; i < 2; i++)
        out.first[i] = t[i];
    free(half);
    return out;
}

int main(void)
{
    static double t[N];
    for (int i = 0; i < N; i++)
        t[i] = i * 5 % 8;
    struct series s = doubled(t, N);
    printf("%g %g:", s.first[0], s.first[1]);
    for (int i = 0; i < s.n; i++)
        printf(" %g", s.v[i]);
    putchar('\n');
    free(s.v);
    return 0;
}
