// kept: t subscript-steps
void kernel(int n, const double a[], double out[])
{
    double t[n];
    int k = 0;
    for (int i = 0; i < n; i++) {
        t[k++] = 2.0 * a[i];
        out[i] = t[k - 1];
    }
}
