// kept: t depends-on-configuration
void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
#if VERSION * 10 > 25
        if (a[i] < 0)
            break;
#endif
        out[i] = t[i];
    }
}
