#define N 64
void rows(const float in[N][N], float out[N][N])
{
    float t[2][N], u[N];
    for (int y = 0; y < N; y++) {
        for (int x = 0; x < N; x++)
            t[y % 2][x] = 2 * in[y][x];
        for (int x = 0; y > 0 && x < N; x++) {
            u[0] = t[(y - 1) % 2][x];
            out[y][x] = u[0] + t[y % 2][x];
        }
    }
}
