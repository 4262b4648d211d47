// kept: a not-tilable
void kernel(const double in[24], double out[24])
{
    double a[24][24];
    for (int i = 0; i < 24; i++)
        a[0][i] = in[i];
#pragma pleat tilable(2)
    for (int t = 1; t < 24; t++)
        for (int i = 0; i < 23; i++)
            a[t][i] = a[t - 1][i + 1] + in[i];
    for (int i = 0; i < 24; i++)
        out[i] = a[i][0];
}
