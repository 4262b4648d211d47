// kept: t named-elsewhere
static double t[100];
static double t[100];

void kernel(const double a[], double out[])
{
    for (int i = 0; i < 100; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
}
