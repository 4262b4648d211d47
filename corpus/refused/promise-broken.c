// kept: t promise-broken
void kernel(int n, const double a[], double t[], double out[])
{
#pragma pleat temporary(t)
    for (int i = 1; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i] + t[i - 1];
    }
}
