#include <stdio.h>
#include <stdlib.h>
/* prefix sums and windowed mean of prices, early return */
typedef struct { double open, close; } quote;
int moving(const quote *q, int n, int win, double *out)
{
    if (n <= 0 || win <= 0 || win > n)
        return -1;
    double *mid = malloc(sizeof(double) * (size_t)n);
    double *diff = malloc(sizeof(double) * (size_t)n);
    if (!mid || !diff) {
        free(mid);
        free(diff);
        return -2;
    }
    double acc = 0;
    for (int i = 0; i < n; i++) {
        mid[i] = 0.5 * (q[i].open + q[i].close);
        diff[i] = i ? mid[i] - mid[i - 1] : 0;
        acc += diff[i] * diff[i];
        out[i] = acc / (i + 1);
    }
    free(mid);
    free(diff);
    return 0;
}
int main(void)
{
    enum { N = 500 };
    static quote q[N];
    static double out[N];
    for (int i = 0; i < N; i++) {
        q[i].open = 100 + i % 7;
        q[i].close = 101 + i % 5;
    }
    int rc = moving(q, N, 10, out);
    printf("%d %.6f\n", rc, out[N - 1]);
    return 0;
}
