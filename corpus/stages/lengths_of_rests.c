/* What is left of a system of equations, and its length, as an argument of the library: each rest
   is only needed for the sum. */
#include <math.h>
#include <stdio.h>

#define N 60

static double matrix[N][N], values[N], wanted[N], product[N], rest[N];

static void multiply(double m[N][N], const double *by, double *out)
{
    for (int i = 0; i < N; i++) {
        out[i] = 0;
        for (int j = 0; j < N; j++)
            out[i] += m[i][j] * by[j];
    }
}

static double dot(const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * b[i];
    return sum;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            matrix[i][j] = 1.0 / (i + j + 1);
        values[i] = i % 7;
        wanted[i] = i % 3;
    }
    multiply(matrix, values, product);
    for (int i = 0; i < N; i++)
        rest[i] = wanted[i] - product[i];
    double length = sqrt(dot(rest, rest));
    printf("%.6f\n", length);
    return 0;
}
