/*
 * Steps until the change is small.
 *
 * Expected: the loops stay: data decides how many steps there are.
 */
#include <stdio.h>

#define N 23

static double a[N], b[N];

int main(void)
{
    double change = 1.0;

    for (int i = 0; i < N; i++)
        a[i] = b[i] = i % 7;
    for (int t = 0; t < 50 && change > 0.01; t++) {
        change = 0.0;
        for (int i = 1; i < N - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        for (int i = 1; i < N - 1; i++) {
            change += b[i] > a[i] ? b[i] - a[i] : a[i] - b[i];
            a[i] = b[i];
        }
    }
    for (int i = 0; i < N; i++)
        printf("%a\n", a[i]);
    return 0;
}
