// kept: t parallel-race
void kernel(int n, const double a[n], double out[n])
{
    double t[8];
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        t[0] = 2.0 * a[i];
        t[1] = t[0] + 1.0;
        out[i] = t[1];
    }
}
