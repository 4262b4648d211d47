// kept: rows shared-by-threads
static double stage(int n, int y, double a[n][32])
{
    static double rows[64][32];
    double sum = 0.0;
    for (int x = 0; x < 32; x++)
        rows[y][x] = a[y][x] * 2.0;
    for (int x = 0; x < 32; x++)
        sum += rows[y][x];
    return sum;
}

void kernel(int n, double a[n][32], double out[n])
{
#pragma omp parallel for
    for (int y = 0; y < n; y++)
        out[y] = stage(n, y, a);
}
