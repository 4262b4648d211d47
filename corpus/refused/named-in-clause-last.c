// kept: t named-in-clause
void kernel(int n, const double a[n], double out[n])
{
    double t[2];
#pragma omp parallel for lastprivate(t)
    for (int i = 0; i < n; i++) {
        t[0] = a[i];
        t[1] = t[0] * a[i];
        out[i] = t[1];
    }
    out[0] += t[1];
}
