/* C90: declarations come first in every block. */
#include <stdio.h>

#define SIZE 24

static void smooth(double *v, double *to, int n)
{
    int i;
    double last = v[0];
    for (i = 1; i < n - 1; i++) {
        to[i] = (last + v[i] + v[i + 1]) / 3;
        last = v[i];
    }
}

static void halve(double *v, int n)
{
    while (n > 0)
        v[--n] /= 2;
}

static void copy(double *v, double *to, unsigned long n)
{
    unsigned long i;
    for (i = 0; i < n; i++)
        to[i] = v[i];
}

void relax(double *v, double *w, int steps)
{
    int s;
    double t[SIZE];
    for (s = 0; s < SIZE; s++)
        t[s] = 0;
    for (s = 0; s < steps; s++) {
        smooth(v, t, SIZE);
        halve(t, SIZE - s);
        copy(t, w, SIZE);
        smooth(t, w, SIZE);
    }
}

int main(void)
{
    double v[SIZE], w[SIZE];
    int i;
    for (i = 0; i < SIZE; i++)
        v[i] = w[i] = i * i % 7;
    relax(v, w, 3);
    for (i = 0; i < SIZE; i++)
        printf("%.17g\n", w[i]);
    return 0;
}
