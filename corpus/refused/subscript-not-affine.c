// kept: t subscript-not-affine
void kernel(int n, const int at[], const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[at[i]] = 2.0 * a[i];
        out[i] = t[at[i]];
    }
}
