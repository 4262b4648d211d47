#define N 64
void shared(const float in[N], float out[N])
{
    float a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = in[i];
    for (int i = 0; i < N; i++)
        out[i] = a[N - 1 - i];
    for (int i = 0; i < N; i++)
        b[i] = in[i];
    for (int i = 0; i < N; i++)
        out[i] += b[N - 1 - i];
}
