void sweep(int steps, int n, double *restrict a, double *restrict b)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
    }
}

void other(int steps, int n, double *restrict a)
{
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < n; i++)
            a[i] = 0.5 * a[i];
}
