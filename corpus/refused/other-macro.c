// kept: t other-macro
#ifdef MIRROR
#define AT(i) (n - 1 - (i))
#else
#define AT(i) (i)
#endif

void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[AT(i)];
    }
}
