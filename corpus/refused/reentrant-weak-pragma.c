// kept: t reentrant
#pragma weak told
void told(int i)
{
    (void)i;
}

void kernel(const double a[], double out[])
{
    static double t[100];
    for (int i = 0; i < 100; i++) {
        t[i] = 2.0 * a[i];
        told(i);
        out[i] += t[i];
    }
}
