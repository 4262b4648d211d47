#define N 64
void macro(const float in[N], float out[N])
{
    float t[N];
    for (int i = 0; i < N; i++) {
        t[i] = in[i];
        out[i] = t[i];
    }
#ifndef GIVEN
#error GIVEN is needed
#endif
}
