// kept: t shared-by-functions
static double t[100];

static void set(const double a[])
{
    for (int i = 0; i < 100; i++)
        t[i] = 2.0 * a[i];
}

void kernel(const double a[], double out[])
{
    set(a);
    for (int i = 0; i < 100; i++)
        out[i] = t[i];
}
