// kept: t hidden-name
void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++)
        t[i] = a[i];
    for (int i = 0; i < 1; i++) {
        int m = n - 1;
        {
            int n = 2;
            out[i] = t[m] + n;
        }
    }
}
