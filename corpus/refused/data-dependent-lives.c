// kept: t no-smaller-mapping
/* Whether t[i] is written again depends on the data: the first value may live until the end. */
void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++)
        t[i] = 2.0 * a[i];
    for (int i = 0; i < n; i++) {
        if (a[i] > 0.5)
            t[i] = 0.0;
        out[i] = t[i];
    }
}
