// kept: t used-outside-region
double kernel(int n, const double a[], double out[])
{
    double t[n];
#pragma scop
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
#pragma endscop
    return t[n - 1];
}
