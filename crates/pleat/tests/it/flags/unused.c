#define N 64
static void inner(const float in[N], float t[N], float out[N])
{
    for (int i = 0; i < N; i++) {
        t[i] = in[i];
        out[i] = t[i];
    }
}
void outer(const float in[N], float out[N])
{
    float t[N];
    inner(in, t, out);
}
