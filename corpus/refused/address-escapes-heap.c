// kept: t address-escapes
#include <stdlib.h>

double *kernel(int n, const double a[], double out[])
{
    double *t = malloc(n * sizeof *t);
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
    return t;
}
