// kept: t in-macro
#if __GNUC__ < 3
#define EACH(i, n, what) for (int i = (n) - 1; i >= 0; i--) { what; }
#else
#define EACH(i, n, what) for (int i = 0; i < (n); i++) { what; }
#endif

void kernel(int n, const double a[], double out[])
{
    double t[n];
    EACH(i, n, t[i] = 2.0 * a[i]; out[i] = t[i])
}
