// kept: t pointer-not-local
#include <stdlib.h>

void kernel(int n, const double a[], double out[])
{
    static double *t;
    if (!t)
        t = malloc(n * sizeof *t);
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
}
