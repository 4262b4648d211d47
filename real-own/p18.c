#include <stdio.h>
#include <stdlib.h>
/* audio: envelope follower, gain and limiter per sample through named buffers */
struct params { float attack, release, ceiling; };
void process(const float *in, float *out, unsigned n, const struct params *p)
{
    float *env = (float *)malloc(n * sizeof(float));
    float *gain = (float *)malloc(n * sizeof(float));
    float *wet = (float *)malloc(n * sizeof(float));
    for (unsigned i = 0; i < n; i++) {
        float a = in[i] < 0 ? -in[i] : in[i];
        float prev = i == 0 ? 0.0f : env[i - 1];
        float k = a > prev ? p->attack : p->release;
        env[i] = prev + k * (a - prev);
        gain[i] = env[i] > p->ceiling ? p->ceiling / env[i] : 1.0f;
        wet[i] = in[i] * gain[i];
        if (i >= 2)
            out[i] = 0.25f * wet[i - 2] + 0.5f * wet[i - 1] + 0.25f * wet[i];
        else
            out[i] = wet[i];
    }
    free(wet);
    free(gain);
    free(env);
}
int main(void)
{
    static float in[3000], out[3000];
    struct params p = { 0.3f, 0.05f, 0.6f };
    for (int i = 0; i < 3000; i++)
        in[i] = (float)((i * 73) % 200 - 100) / 100.0f;
    process(in, out, 3000, &p);
    double s = 0;
    for (int i = 0; i < 3000; i++)
        s += out[i] * (i % 5);
    printf("%.6f\n", s);
    return 0;
}
