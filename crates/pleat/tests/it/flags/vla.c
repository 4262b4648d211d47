void vla(int n, const float in[n][n], float out[n][n])
{
    float t[n][n];
    for (int y = 0; y < n; y++) {
        for (int x = 0; x < n; x++)
            t[y][x] = in[y][x];
        for (int x = 0; y > 0 && x < n; x++)
            out[y][x] = t[y - 1][x] + t[y][x];
    }
}
