// kept: t initialiser-read
void kernel(const double a[], double out[])
{
    double t[4] = {1.0, 2.0, 3.0, 4.0};
    for (int i = 0; i < 4; i++) {
        t[i] = t[i] * a[i];
        out[i] = t[i];
    }
}
