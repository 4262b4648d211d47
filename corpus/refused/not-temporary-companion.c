// kept: t not-temporary
static void kernel(int n, const double a[], double t[], double out[])
{
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
}

static void other(int n, double t[], double out[])
{
    t[0] = 1.0;
    for (int i = 0; i < n; i++)
        out[i] = t[i];
}

void run(const double a[100], double out[100])
{
    double t[100];
    kernel(100, a, t, out);
    other(100, t, out);
}
