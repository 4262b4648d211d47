// kept: t not-temporary
static void kernel(int n, const double a[], double t[], double out[])
{
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
}

void run(const double a[100], double out[100])
{
    double t[200];
    kernel(100, a, t + 1, out);
}
