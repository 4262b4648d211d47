// kept: t used-in-unanalysed-code
void kernel(int n, const double a[n], double out[n])
{
    double t[64];
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        for (int i = 0; i < 64; i++) {
            t[i] = 2.0 * a[i];
            out[i] = t[i];
        }
    }
}
