// kept: t used-in-unanalysed-code
void kernel(int n, const double a[], double out[])
{
    double t[n];
    int i = 1;
    while (a[i] > 0.0) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
        i *= 2;
    }
}
