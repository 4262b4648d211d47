// kept: t not-temporary
static void set(int n, double t[])
{
    for (int i = 0; i < n; i++)
        t[i] = 2.0 * i;
}

void run(const double a[100])
{
    double t[100];
    set(100, t);
}
