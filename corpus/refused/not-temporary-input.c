// kept: t not-temporary
static void kernel(int n, const double t[], double out[])
{
    for (int i = 0; i < n; i++)
        out[i] = 2.0 * t[i];
}

void run(double out[100])
{
    double t[100];
    for (int i = 0; i < 100; i++)
        t[i] = i;
    kernel(100, t, out);
}
