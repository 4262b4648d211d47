/* Macros that serve several arrays: same name and same fold, same name and another fold, another
   meaning after a redefinition, an array in an inner block; integers that are not one operand. */
#include <stdio.h>

#ifndef N
#define N 12
#endif
#ifndef WIDTH
#define WIDTH 2 + 1
#endif
#define LAST N - 1
#define T(i) t[(i)]
#define V(i) v[i]
#define AT(array, i) array[i]

static double folded(const double *in)
{
    double t[N], v[N];
    double sum = 0;

    for (int i = 0; i < N; i++) {
        T(i) = in[i] * 2;
        V(i) = T(i) + 1;
        sum += V(i);
    }
    return sum;
}

static double kept(const double *in)
{
    double t[N], v[N];
    double sum = 0;

    for (int i = 0; i < N; i++)
        T(i) = in[i] * 3;
    for (int i = 0; i < N; i++) {
        V(i) = T(LAST - i) + 1;
        sum += V(i) * T(i);
    }
    return sum;
}

#undef V
#define V(i) v[N - (i)]

static double redefined(const double *in)
{
    double v[N + 1];
    double sum = 0;

    V(0) = 1;
    for (int i = 1; i <= N; i++) {
        V(i) = V(i - 1) * 0.5 + in[i - 1];
        sum += V(i);
    }
    return sum;
}

static double blocks(const double *in)
{
    double p[N], q[N], rows[N][WIDTH * 2];
    double sum = 0;

    for (int i = 0; i < N; i++) {
        AT(p, i) = in[i];
        AT(q, i) = AT(p, i) + 1;
        sum += AT(q, i);
        {
            double p[N];
            AT(p, LAST - i) = in[i];
            sum -= AT(p, LAST - i);
        }
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < WIDTH * 2; j++)
            rows[i][j] = i == 0 ? j : rows[i - 1][WIDTH * 2 - 1 - j] + in[i];
    for (int j = 0; j < WIDTH * 2; j++)
        sum += rows[LAST][j] * j;
    return sum;
}

int main(void)
{
    double in[N];

    for (int i = 0; i < N; i++)
        in[i] = ((i * 31) % 17) / 17.0;
    printf("%a\n%a\n%a\n%a\n", folded(in), kept(in), redefined(in), blocks(in));
    return 0;
}
