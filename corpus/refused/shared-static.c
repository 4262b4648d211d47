// kept: t shared-static
void kernel(const double a[40][3000], double out[40][3000])
{
    static double t[40][3000];
    for (int i = 0; i < 40; i++) {
        for (int j = 0; j < 3000; j++)
            t[i][j] = 2.0 * a[i][j];
        for (int j = 0; j < 3000; j++)
            out[i][j] = t[i][j] + t[i][2999 - j];
    }
}
