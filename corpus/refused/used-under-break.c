// kept: t used-in-unanalysed-code
void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        if (t[i] > 1.0)
            break;
        out[i] = t[i];
    }
}
