// kept: t used-in-unanalysed-code
void kernel(int n, const double a[], double out[])
{
    double t[n];
    double last(int i) { return i > 0 ? t[i - 1] : 0.0; }
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = last(i);
    }
}
