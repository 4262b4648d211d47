// kept: t leaves-row
void kernel(int n, const double a[], double out[])
{
    double t[100][8];
    for (int i = 0; i < 100; i++) {
        double *row = &t[i][0];
        for (int j = 0; j < n; j++)
            row[j] = a[j] * i;
        out[i] = t[i][0] + t[i][7];
    }
}
