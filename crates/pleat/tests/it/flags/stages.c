#define N 64
void stages(const float in[N][N], float out[N][N])
{
    float t[N][N];
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            t[y][x] = 2 * in[y][x];
    for (int y = 1; y < N; y++)
        for (int x = 0; x < N; x++)
            out[y][x] = t[y - 1][x] + t[y][x];
}
