// kept: t named-in-pragma
static double t[64];
#pragma omp declare target(t)

void kernel(int n, const double a[], double out[])
{
    for (int i = 0; i < 64; i++)
        t[i] = 2.0 * a[i];
    for (int i = 0; i < 64; i++)
        out[i] = t[i];
}

#pragma omp declare simd uniform(rows)
static double lane(double rows[8], double x)
{
    rows[0] = x;
    rows[1] = rows[0] * x;
    return rows[1];
}

double lanes(double x)
{
    double rows[8];
    return lane(rows, x);
}
