// kept: t setjmp
#include <setjmp.h>
static jmp_buf env;
void kernel(int n, const double a[], double out[])
{
    double t[n];
    if (setjmp(env))
        return;
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
}
