// kept: t in-macro
int puts(const char *text);
#define CHECK(x) ((x) > 0 ? (x) : puts(#x))

void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = CHECK(t[i] /* never negative */);
    }
}
