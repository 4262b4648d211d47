// kept: t depends-on-configuration
// With OpenMP there is a team around the uses, that begins in front of statements before.
void kernel(int n, int from, const double a[n], double out[n])
{
    double t[n];
#ifdef _OPENMP
#pragma omp parallel
    {
#endif
    from = from + 1;
    for (int i = from; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
#ifdef _OPENMP
    }
#endif
}

void around_a_region(int n, const int depth[n], const double a[n], double out[n])
{
    double v[n][n];
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int k = 0; k < n; k++) {
        int left = depth[k];
        while (left > 0) {
            for (int i = 0; i < n; i++) {
                v[k][i] = left * a[i];
                out[k] += v[k][i];
            }
            left = left / 2;
        }
    }
}
