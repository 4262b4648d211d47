#define N 64
void rows(const float in[N][N], float out[N][N])
{
    float t[N][N], u[N];
    for (int y = 0; y < N; y++) {
        for (int x = 0; x < N; x++)
            t[y][x] = 2 * in[y][x];
        for (int x = 0; y > 0 && x < N; x++) {
            u[x] = t[y - 1][x];
            out[y][x] = u[x] + t[y][x];
        }
    }
}
