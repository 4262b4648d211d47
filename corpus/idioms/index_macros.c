/* Index macros: one edit of the body where every use agrees. */
#include <stdio.h>

#ifndef N
#define N 14
#endif
#define A(i, j) a[(i) * n + (j)]
#define U(x, y) u[x][y]
#define CUR(i) w[i]
#define PREV(i) w[(i) - 1]
#define GRID(g, t, i) g[(t)][(i)]
#define NEXT(g, t, i) GRID(g, (t) + 1, i)
#define STENCIL(g, t, i) (GRID(g, t, (i) - 1) + 2 * GRID(g, t, i) \
                          + GRID(g, t, (i) + 1))
#define ONE(i) (one)[(i)]
#define DEEP(i, j) ((deep)[(i)])[(j)]
#define SKEW(t, i) skew \
    [t] \
    [i]

static double flat(int n, const double *in)
{
    double a[n * n];
    double sum = 0;

    for (int j = 0; j < n; j++)
        A(0, j) = in[j];
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
            A(i, j) = A(i - 1, n - 1 - j) + in[i];
    for (int j = 0; j < n; j++)
        sum += A(n - 1, j) * (j + 1);
    return sum;
}

static double windows(const double *in)
{
    double u[N + 1][N], w[N + 1];
    double one[N], deep[N + 1][N];
    double sum = 0;

    for (int j = 0; j < N; j++)
        U(0, j) = DEEP(0, j) = in[j];
    for (int i = 1; i <= N; i++)
        for (int j = 0; j < N; j++) {
            U(i, j) = U(i - 1, N - 1 - j) + 0.5;
            DEEP(i, j) = DEEP(i - 1, N - 1 - j) - in[j];
        }
    for (int j = 0; j < N; j++)
        sum += U(N, j) * DEEP(N, j);
    CUR(0) = in[0];
    for (int i = 1; i <= N; i++) {
        CUR(i) = 0.25 * PREV(i) + in[i - 1];
        sum += CUR(i) * PREV(i);
    }
    for (int i = 0; i < N; i++) {
        ONE(i) = in[i] * in[i];
        sum += ONE(i) + 1 / (1 + ONE(i));
    }
    return sum;
}

static double nested(const double *in)
{
    double g[N + 1][N + 2];
    double sum = 0;

    for (int i = 0; i < N + 2; i++)
        GRID(g, 0, i) = i < N ? in[i] : 1;
    for (int t = 0; t < N; t++) {
        NEXT(g, t, 0) = 0;
        NEXT(g, t, N + 1) = 1;
        for (int i = 1; i <= N; i++)
            NEXT(g, t, i) = STENCIL(g, t, i) / 4;
    }
    for (int i = 0; i < N + 2; i++)
        sum += GRID(g, N, i) * i;
    return sum;
}

static double skewed(const double *in)
{
    double skew[N][N];
    double sum = 0;

    for (int t = 0; t < N; t++) {
        for (int i = 0; i < N; i++)
            SKEW(t, i) = in[i] + t;
        for (int i = 0; i < N; i++)
            sum += SKEW(t, N - 1 - i) * i;
    }
    return sum;
}

int main(void)
{
    double in[N];

    for (int i = 0; i < N; i++)
        in[i] = ((i * 29) % 13) / 13.0;
    printf("%a\n%a\n%a\n%a\n", flat(N, in), windows(in), nested(in), skewed(in));
    return 0;
}
