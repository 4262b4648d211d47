// kept: t unusual-spelling
void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t<:i:> = 2.0 * a[i];
        out[i] = t[i];
    }
}
