// kept: t leaves-row
void kernel(int n, const double a[], double out[])
{
    double t[100][8];
    for (int i = 0; i < 100; i++) {
        double *all = &t[0][0];
        for (int j = 0; j < n; j++)
            all[j] = a[j] * i;
        out[i] = t[0][0] + t[3][7];
    }
}
