// kept: t typedef-shape
void kernel(int n, const double a[], double out[])
{
    typedef double vector[n];
    vector t;
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
}
