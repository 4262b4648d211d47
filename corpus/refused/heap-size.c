// kept: t heap-size
#include <stdlib.h>

void kernel(int n, const double a[], double out[])
{
    double *t = malloc(n * sizeof *t + 64);
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
    free(t);
}
