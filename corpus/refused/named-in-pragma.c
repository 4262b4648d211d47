// kept: t named-in-pragma
void kernel(int n, const double a[], double out[])
{
    double t[64];
#pragma acc parallel loop private(t)
    for (int i = 0; i < n; i++) {
        t[i % 64] = 2.0 * a[i];
        out[i] = t[i % 64];
    }
}
