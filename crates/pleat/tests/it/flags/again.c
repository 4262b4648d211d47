#define N 64
void again(const float in[N], float out[N])
{
    float t[N];
    for (int i = 0; i < N; i++) {
        t[i] = in[i];
        out[i] = t[i];
    }
    for (int i = 0; i < N; i++) {
        t[i] = 2 * in[i];
        out[i] += t[i];
    }
}
