// kept: t address-escapes
unsigned long kernel(const double a[64], double out[64])
{
    double t[64];
    for (int i = 0; i < 64; i++) {
        t[i] = 2.0 * a[i];
        out[i] = t[i];
    }
    return sizeof t;
}
