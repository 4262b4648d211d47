// kept: t hidden-name
void kernel(int n, const double a[], double out[])
{
    double t[n][n];
    for (int j = 0; j < n; j++) {
        int n = 2;
        for (int i = 0; i < 8; i++) {
            t[i][j] = a[i] + n;
            out[i] = t[i][j];
        }
    }
}
