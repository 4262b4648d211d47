// kept: t no-smaller-mapping
void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++)
        t[i] = 2.0 * a[i];
    for (int i = 0; i < n; i++)
        out[i] = t[n - 1 - i];
}
