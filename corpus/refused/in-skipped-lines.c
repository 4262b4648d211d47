// kept: t in-skipped-lines
void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
#ifdef MIRROR
        out[i] = t[n - 1 - i];
#else
        out[i] = t[i];
#endif
    }
}
