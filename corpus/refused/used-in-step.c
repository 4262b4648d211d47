// kept: t used-in-unanalysed-code
double kernel(int n, const double a[])
{
    double t[n], s = 0.0;
    int i;
    for (i = 0; i < n; s += t[0], i++)
        t[i] = 2.0 * a[i];
    return s;
}
