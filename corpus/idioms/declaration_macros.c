/* Arrays declared by macros, sizes by macros of macros, functions made by macros. */
#include <stdio.h>

#ifndef N
#define N 10
#endif
#define DATA_TYPE double
#define PAD(n) ((n) + 2)
#define ROWS PAD(PAD(N))
#define VECTOR(name, n) DATA_TYPE name[n]
#define MATRIX(name, n, m) DATA_TYPE name[(n)][(m)]
#define RANGE(fixed, given) given
#define POLY_1D(name, fixed, given) name[RANGE(fixed, given)]
#define POLY_2D(name, fixed1, fixed2, given1, given2) \
    name[RANGE(fixed1, given1)][RANGE(fixed2, given2)]
#define BUFFER(name) DATA_TYPE name##_buffer[N]
#define SCRATCH DATA_TYPE left[N], right[N]
#define ZEROED(name) DATA_TYPE name[N + 1] = { 0 }
#define SUMMER(name, term) \
    static double name(const double *in) \
    { \
        double term[N]; \
        double sum = 0; \
        for (int i = 0; i < N; i++) { \
            term[i] = in[i] * (i + 1); \
            sum += term[i]; \
        } \
        return sum; \
    }

SUMMER(first, x)
SUMMER(second, y)

static double poly(int n, const double *in)
{
    DATA_TYPE POLY_2D(grid, N, N, n, n);
    DATA_TYPE POLY_1D(last, N, n);
    double sum = 0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            grid[i][j] = i == 0 ? in[j] : grid[i - 1][n - 1 - j] + in[i];
    for (int j = 0; j < n; j++) {
        last[j] = grid[n - 1][j];
        sum += last[j] * j;
    }
    return sum;
}

static double sizes(const double *in)
{
    VECTOR(vector, N);
    MATRIX(matrix, ROWS, PAD(N));
    BUFFER(io);
    SCRATCH;
    ZEROED(carry);
    double sum = 0;

    for (int i = 0; i < N; i++) {
        vector[i] = in[i];
        io_buffer[i] = vector[i] + 1;
        left[i] = io_buffer[i] * 2;
        right[i] = left[i] - in[i];
        sum += right[i];
    }
    for (int j = 0; j < PAD(N); j++)
        matrix[0][j] = j;
    for (int i = 1; i < ROWS; i++)
        for (int j = 0; j < PAD(N); j++)
            matrix[i][j] = matrix[i - 1][PAD(N) - 1 - j] + 0.5;
    for (int j = 0; j < PAD(N); j++)
        sum += matrix[ROWS - 1][j] * j;
    for (int i = 0; i < N; i++) {
        carry[i + 1] = carry[i] + in[i];
        sum += carry[i + 1];
    }
    return sum;
}

int main(void)
{
    double in[N];

    for (int i = 0; i < N; i++)
        in[i] = ((i * 29) % 13) / 13.0;
    printf("%a\n%a\n%a\n%a\n", first(in), second(in), poly(N, in), sizes(in));
    return 0;
}
