// kept: t parallel-race
void kernel(int n, const double a[n], double out[n])
{
    double t[64][2];
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < 64; i++)
            t[i][0] = 2.0 * a[i];
#pragma omp for
        for (int i = 0; i < 64; i++)
            out[i] = t[63 - i][0];
    }
}
