// kept: t heap-alignment
#include <stdlib.h>

void kernel(int n, int lane, const double a[], double out[])
{
    double *t = aligned_alloc(lane, n * sizeof *t);
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
    free(t);
}
