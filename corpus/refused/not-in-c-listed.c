// kept: t not-in-c
// The array would get another name, which the list of the construct does not hold, or smaller subscripts of the
// parameter, which a mapping along a diagonal does not give.
static double kernel(int n, double t[64][64], const double a[64], double sum)
{
    for (int y = 1; y < 63; y++)
        for (int x = 1; x < 63; x++) {
            t[y][x] = a[x] + (y > 1 && x > 1 ? t[y - 1][x - 1] : 0.0);
#pragma omp parallel for default(none) shared(t, x, y, n) reduction(+ : sum)
            for (int k = 0; k < n; k++)
                sum += t[y][x] * k;
        }
    return sum;
}

double all(int n, const double a[64])
{
    static double rows[64][64];
    return kernel(n, rows, a, 0.0);
}
