// kept: t not-in-c
#include <string.h>

void kernel(int n, const double a[n], double out[n])
{
    double t[n];
    memcpy(t, a, sizeof t);
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
}
