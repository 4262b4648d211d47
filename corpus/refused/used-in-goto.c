// kept: t used-in-unanalysed-code
void kernel(int n, const double a[], double out[])
{
    double t[n];
again:
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
    if (out[0] < 0.0)
        goto again;
}
