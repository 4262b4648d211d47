// kept: t depends-on-configuration
void kernel(int n, const double a[], double out[])
{
    double t[n];
#ifdef BACKWARDS
    for (int i = n - 1; i >= 0; i--)
#else
    for (int i = 0; i < n; i++)
#endif
        t[i] = 2.0 * a[i];
    for (int i = 0; i < n; i++)
        out[i] = t[i];
}
