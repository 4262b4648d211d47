#include <stdio.h>
#include <stdlib.h>
/* FIR filter with a whole delay array, then decimation */
#define TAPS 8
static const float coef[TAPS] = { 0.05f, 0.1f, 0.15f, 0.2f, 0.2f, 0.15f, 0.1f, 0.05f };
size_t decimate(const float *in, size_t n, float *out)
{
    float *filtered = malloc(n * sizeof(float));
    size_t k = 0;
    if (!filtered)
        return 0;
    for (size_t i = 0; i < n; i++) {
        float acc = 0;
        for (size_t t = 0; t < TAPS; t++)
            if (i >= t)
                acc += coef[t] * in[i - t];
        filtered[i] = acc;
        if (i % 4 == 3)
            out[k++] = 0.5f * (filtered[i] + filtered[i - 1]);
    }
    free(filtered);
    return k;
}
int main(void)
{
    static float in[4096], out[1024];
    for (int i = 0; i < 4096; i++)
        in[i] = (float)(i * 13 % 100) - 50.0f;
    size_t k = decimate(in, 4096, out);
    float s = 0;
    for (size_t i = 0; i < k; i++)
        s += out[i];
    printf("%zu %.4f\n", k, (double)s);
    return 0;
}
