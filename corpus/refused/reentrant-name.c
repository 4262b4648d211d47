// kept: t reentrant
void putsl(int);

void kernel(const double a[], double out[])
{
    static double t[100];
    for (int i = 0; i < 100; i++) {
        t[i] = 2.0 * a[i];
        putsl(i);
        out[i] += t[i];
    }
}
