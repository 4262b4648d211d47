// kept: t may-change
void sums(const int *sizes, int *out)
{
    int t[20][30];
    for (int y = 0; y < sizes[1]; y++) {
        for (int x = 0; x < sizes[0]; x++)
            t[y][x] = x * y;
        for (int x = 0; x < sizes[0]; x++)
            out[x] += t[y][x];
    }
}
