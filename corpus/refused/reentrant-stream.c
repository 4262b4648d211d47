// kept: t reentrant
#include <stdio.h>

void kernel(FILE *log, const double a[], double out[])
{
    static double t[100];
    for (int i = 0; i < 100; i++) {
        t[i] = 2.0 * a[i];
        fputs("x", log);
        out[i] += t[i];
    }
}
