// kept: t carried-across-iterations
void kernel(int n, const double a[n], double out[n])
{
    double t[2][8];
#pragma omp parallel for private(t)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 8; j++) {
            if (a[i] > 0.0)
                t[0][j] = a[i] + j;
            t[1][j] = t[0][j] * a[i];
            out[i] += t[1][j];
        }
    }
}
