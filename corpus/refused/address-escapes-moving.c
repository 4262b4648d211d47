// kept: t address-escapes
void kernel(int n, const double a[], double out[])
{
    double t[n][8];
    double *row = t[0];
    for (int i = 0; i < n; i++, row += 8) {
        for (int j = 0; j < 8; j++)
            row[j] = a[i] * j;
        out[i] = t[i][3] + t[i][7];
    }
}
