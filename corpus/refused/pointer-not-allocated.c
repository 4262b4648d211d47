// kept: t pointer-not-allocated
void kernel(int n, const double a[], double scratch[], double out[])
{
    double *t = scratch + n;
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
}
