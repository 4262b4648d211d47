#define N 64
extern void note(int);
void line(const float in[N][N], float out[N][N])
{
    float t[N][N];
    for (int y = 0; y < N; y++) {
        for (int x = 0; x < N; x++)
            t[y][x] = in[y][x];
        for (int x = 0; y > 0 && x < N; x++)
            out[y][x] = t[y - 1][x] + t[y][x];
    }
}
