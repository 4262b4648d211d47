// kept: halo leaves-dimension
/* One element beyond each tile is read: there need not be one tile only. */
void kernel(int n, const float a[], float out[])
{
    for (int T = 0; T <= n / 100; T++) {
        float halo[2][102];
        for (int r = 0; r < 2; r++)
            for (int i = 100 * T; i < (n < 100 * T + 102 ? n : 100 * T + 102); i++)
                halo[r][i - 100 * T] = a[i] * r;
        for (int r = 0; r < 2; r++)
            for (int i = 100 * T; i < (n < 100 * T + 101 ? n : 100 * T + 101); i++)
                out[i] += halo[r][i - 100 * T] - halo[r][i - 100 * T + 2];
    }
}
