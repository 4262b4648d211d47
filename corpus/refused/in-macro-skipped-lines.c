// kept: t in-skipped-lines
#define T(i) t[i]

void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        T(i) = 2.0 * a[i];
        out[i] = T(i);
    }
#ifdef DEBUG
    out[0] = T(0);
#endif
}
