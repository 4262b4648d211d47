// kept: t subscript-steps
#define T(i, j) t[(i) * n + (j)]

void kernel(int n, const double a[], double out[])
{
    double t[n * n];
    int k = 0;
    for (int i = 0; i < n; i++) {
        T(k++, i) = 2.0 * a[i];
        out[i] = T(k - 1, i);
    }
}
