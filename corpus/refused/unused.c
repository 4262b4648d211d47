// kept: t unused
void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++)
        out[i] = 2.0 * a[i];
}
