// kept: t initialiser-not-zero
void kernel(const double a[], double out[])
{
    double t[4] = {a[0], a[1], 3.0, 4.0};
    for (int i = 0; i < 4; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
}
