/*
 * A stage of main consists of stages: its loops, once they are in main, lead to the stages beside
 * them.
 *
 * Expected:
 *   middle, upper, lower, fast, slow   one variable
 *   price                              21 elements
 */
#include <stdio.h>

#define N 300

static void mean(const double *from, double *to, int n, int width)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += from[i] - (i >= width ? from[i - width] : 0);
        to[i] = sum / width;
    }
}

static void decay(const double *from, double *to, int n, double weight)
{
    for (int i = 0; i < n; i++)
        to[i] = i == 0 ? from[0] : weight * from[i] + (1 - weight) * to[i - 1];
}

static void bands(const double *price, double *middle, double *upper, double *lower, int n)
{
    mean(price, middle, n, 20);
    for (int i = 0; i < n; i++)
        upper[i] = middle[i] * 1.02;
    for (int i = 0; i < n; i++)
        lower[i] = middle[i] * 0.98;
}

int main(void)
{
    double price[N], middle[N], upper[N], lower[N], fast[N], slow[N];
    int days = 0;
    for (int i = 0; i < N; i++)
        price[i] = 50 + (i * i % 41) * 0.25 - i % 7;
    bands(price, middle, upper, lower, N);
    decay(price, fast, N, 0.3);
    decay(fast, slow, N, 0.1);
    for (int i = 0; i < N; i++)
        days += price[i] > upper[i] ? 3 : price[i] < lower[i] ? -2 : fast[i] > slow[i];
    printf("%d\n", days);
    return 0;
}
