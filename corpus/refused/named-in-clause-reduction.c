// kept: sums named-in-clause
void kernel(int n, double a[n][8], double out[8])
{
    double sums[8] = {0};
#pragma omp parallel for reduction(+ : sums[0:8])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++)
            sums[j] += a[i][j];
    for (int j = 0; j < 8; j++)
        out[j] = sums[j];
}
