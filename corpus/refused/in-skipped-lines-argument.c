// kept: t in-skipped-lines
#define NDEBUG
#include <assert.h>

void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        assert(t[i] >= 0);
        out[i] = t[i];
    }
}
