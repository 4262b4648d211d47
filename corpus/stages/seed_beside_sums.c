/*
 * The state of a generator has the name of a local elsewhere; a trend is followed backwards, from
 * day to day.
 *
 * Expected:
 *   slow        one variable
 *   gap, trend  stay: main keeps the call that sums the gaps, and prints the trend forwards
 */
#include <stdio.h>

#define DAYS 250

static double next(void)
{
    static unsigned s = 17;
    s = s * 1103515245u + 12345u;
    return (s >> 16 & 255) / 16.0;
}

static void prices(double *price, int n)
{
    for (int i = 0; i < n; i++)
        price[i] = next() + 40;
}

static void smooth(const double *from, double *to, int n, double weight)
{
    to[0] = from[0];
    for (int i = 1; i < n; i++)
        to[i] = weight * from[i] + (1 - weight) * to[i - 1];
}

static void subtract(const double *a, const double *b, double *to, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = a[i] - b[i];
}

static void follow(const double *price, double *trend, int n)
{
    trend[n - 1] = price[n - 1];
    for (int i = n - 2; i >= 0; i--)
        trend[i] = 0.5 * price[i] + 0.5 * trend[i + 1];
}

static double won(const double *gap, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += gap[i] > 0 ? gap[i] : 0.25 * gap[i];
    return s;
}

int main(void)
{
    double price[DAYS], slow[DAYS], gap[DAYS], trend[DAYS];
    prices(price, DAYS);
    smooth(price, slow, DAYS, 0.2);
    subtract(price, slow, gap, DAYS);
    const double s = won(gap, DAYS);
    follow(price, trend, DAYS);
    for (int i = 0; i < DAYS; i += 50)
        printf("%.6f\n", trend[i]);
    printf("%.6f\n", s);
    return 0;
}
