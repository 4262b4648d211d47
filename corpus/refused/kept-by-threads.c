// kept: t kept-by-threads
void kernel(int n, const double a[n], double out[n])
{
#pragma omp parallel
    {
        double t[64];
#pragma omp for schedule(static)
        for (int i = 0; i < 64; i++)
            t[i] = 2.0 * a[i];
#pragma omp for schedule(static)
        for (int i = 0; i < 64; i++)
            out[i] = t[i];
    }
}
