// kept: t not-in-region
double other(const double a[8])
{
    double sum = 0.0;
#pragma scop
    for (int i = 0; i < 8; i++)
        sum += a[i];
#pragma endscop
    return sum;
}

void kernel(int n, const double a[], double out[])
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
}
