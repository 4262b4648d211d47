/* Each sample needs all weights: the loop that sets them stays before the one over samples, in
   which each array has the row of one sample. */
#include <stdio.h>

enum { SAMPLES = 40, IN = 12, OUT = 5 };

static float weights[OUT][IN], bias[OUT];
static float sample[SAMPLES][IN], result[SAMPLES][OUT];
static unsigned state = 7;

static float number(void)
{
    state = state * 1664525u + 1013904223u;
    return (float)(state >> 8) / 8388608.0f - 1.0f;
}

static void set_weights(void)
{
    for (int o = 0; o < OUT; o++) {
        bias[o] = 0.1f * number();
        for (int i = 0; i < IN; i++)
            weights[o][i] = 0.4f * number();
    }
}

static void layer(const float *in, float *out)
{
    for (int o = 0; o < OUT; o++) {
        float s = bias[o];
        for (int i = 0; i < IN; i++)
            s += weights[o][i] * in[i];
        out[o] = s > 0.0f ? s : 0.0f;
    }
}

int main(void)
{
    double sum = 0;

    set_weights();
    for (int n = 0; n < SAMPLES; n++)
        for (int i = 0; i < IN; i++)
            sample[n][i] = number();
    for (int n = 0; n < SAMPLES; n++)
        layer(sample[n], result[n]);
    for (int n = 0; n < SAMPLES; n++)
        for (int o = 0; o < OUT; o++)
            sum += result[n][o] * (o + 1);
    printf("%.5f\n", sum);
    return 0;
}
