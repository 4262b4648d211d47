// kept: weight named-in-clause
void kernel(int n, double a[n][64], double out[n])
{
    double weight[64];
    for (int j = 0; j < 64; j++)
        weight[j] = 1.0 / (j + 1);
#pragma omp parallel for firstprivate(weight)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 64; j++)
            out[i] += weight[j] * a[i][j];
}
