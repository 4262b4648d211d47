// kept: t not-temporary
static void kernel(int n, const double a[], double t[], double out[])
{
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
}
