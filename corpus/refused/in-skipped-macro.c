// kept: t in-skipped-lines
#ifdef DEBUG
#define SHOW(i) show(t[(i) / 2])
#else
#define SHOW(i)
#endif

void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        SHOW(i);
        out[i] = t[i];
    }
}
