// kept: t heap-other-block
#include <stdlib.h>

void kernel(int n, const double a[], double out[])
{
    double *t = NULL;
    if (n > 0) {
        t = malloc(n * sizeof *t);
    }
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
    free(t);
}
