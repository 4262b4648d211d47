// kept: t in-macro
#define ADD(a, i) (a[i] + __COUNTER__)
int kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = ADD(t, i) - ADD(a, i);
    }
    return __COUNTER__;
}
