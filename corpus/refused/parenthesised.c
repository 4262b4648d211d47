// kept: t parenthesised
void kernel(const double a[], double out[])
{
    double (t[10])[10];
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++) {
            t[i][j] = 2.0 * a[10 * i + j];
            out[10 * i + j] = t[i][j];
        }
}
