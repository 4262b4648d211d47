// kept: t not-in-c
#define SERIAL (0 * __COUNTER__)
int kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i + SERIAL] = 2.0 * a[i];
        out[i] = t[i] * t[i];
    }
    return __COUNTER__;
}
