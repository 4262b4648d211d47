// kept: t storage-class
void kernel(const double a[], double out[])
{
    static double t[100] __attribute__((section("scratch")));
    for (int i = 0; i < 100; i++) {
        t[i] = 2.0 * a[i];
        out[i] += t[i];
    }
}
