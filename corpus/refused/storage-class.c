// kept: t storage-class
void kernel(const double a[], double out[])
{
    extern double t[100];
    for (int i = 0; i < 100; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
}
