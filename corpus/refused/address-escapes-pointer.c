// kept: t address-escapes
void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        double *p = &t[i];
        *p = 2.0 * a[i];
        out[i] = t[i];
    }
}
