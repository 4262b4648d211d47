// kept: t used-in-unanalysed-code
void kernel(int n, const double a[n], double out[n])
{
    double t[64];
#pragma omp parallel
    {
        for (int i = 0; i < 64; i++)
            t[i] = 2.0 * a[i];
#pragma omp single
        for (int i = 0; i < 64; i++)
            out[i] = t[i];
    }
}
