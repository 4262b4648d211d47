// kept: t named-in-clause
void kernel(int n, const double a[n], double out[n])
{
    double t[8];
    t[0] = a[0];
    out[0] = t[0];
#pragma omp parallel for private(t)
    for (int i = 1; i < n; i++) {
        t[0] = a[i];
        t[1] = t[0] * a[i];
        out[i] = t[1];
    }
}
