// kept: t no-smaller-mapping
// The threads of the inner team have the elements at the same time.
void kernel(int n, const double a[n], double out[n])
{
    double t[n];
#pragma omp parallel
#pragma omp single
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
}

void orphaned(int n, const double a[n], double out[n])
{
    double u[n];
#pragma omp master
    {
#pragma omp parallel
#pragma omp for
        for (int i = 0; i < n; i++) {
            u[i] = 2.0 * a[i];
            out[i] = u[i];
        }
    }
}
