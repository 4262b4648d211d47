// kept: t in-included-file
void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
#include "in-included-file.h"
    }
}
