// kept: t leaves-dimension
/* t[0][i] may stand for all rows, as t[y][x] never goes beyond one. */
int kernel(const int a[], int n)
{
    int t[6][9], s = 0;
    for (int y = 0; y < 6; y++)
        for (int x = 0; x < 9; x++)
            t[y][x] = a[y + x];
    for (int i = 0; i < n; i++)
        s = s * 3 + t[0][i];
    return s;
}
