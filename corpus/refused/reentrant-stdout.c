// kept: t reentrant
#include <stdio.h>

void into(FILE *other)
{
    stdout = other;
}

void kernel(const double a[], double out[])
{
    static double t[100];
    for (int i = 0; i < 100; i++) {
        t[i] = 2.0 * a[i];
        puts("x");
        out[i] += t[i];
    }
}
