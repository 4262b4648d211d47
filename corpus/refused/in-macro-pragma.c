// kept: t in-macro
#define T(i) t[i]
#define EACH(x) for (int i = 0; i < n; i++) { _Pragma("message(\"x\")") x; }

void kernel(int n, const double a[], double out[])
{
    double t[n];
    EACH(T(i) = 2.0 * a[i]; out[i] = T(i))
}
