/*
 * A layer of a network, a function for each operation: channels of planes in a flat array, all of
 * whose elements one loop visits.
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 23
#endif
#ifndef H
#define H 17
#endif
#define CHANNELS 4
#define K 3

static void convolve(const float *in, const float *weights, float *out, int h, int w)
{
    int oh = h - K + 1, ow = w - K + 1;

    for (int c = 0; c < CHANNELS; c++)
        for (int y = 0; y < oh; y++)
            for (int x = 0; x < ow; x++) {
                float sum = 0;
                for (int i = 0; i < K; i++)
                    for (int j = 0; j < K; j++)
                        sum += weights[(c * K + i) * K + j] * in[(y + i) * w + x + j];
                out[(c * oh + y) * ow + x] = sum;
            }
}

static void relu(float *a, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] < 0)
            a[i] = 0;
}

static void add_bias(const float *a, const float *bias, float *out, int h, int w)
{
    for (int c = 0; c < CHANNELS; c++)
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                out[(c * h + y) * w + x] = a[(c * h + y) * w + x] + bias[c];
}

static int layer(const float *in, const float *weights, const float *bias, float *out, int h, int w)
{
    int oh = h - K + 1, ow = w - K + 1;
    float *a = malloc(CHANNELS * oh * ow * sizeof(float));

    if (a == NULL)
        return -1;
    convolve(in, weights, a, h, w);
    relu(a, CHANNELS * oh * ow);
    add_bias(a, bias, out, oh, ow);
    free(a);
    return 0;
}

int main(void)
{
    static float in[H * W], out[CHANNELS * H * W];
    float weights[CHANNELS * K * K], bias[CHANNELS];
    double sum = 0;

    for (int i = 0; i < H * W; i++)
        in[i] = (i * 31) % 17 - 8;
    for (int i = 0; i < CHANNELS * K * K; i++)
        weights[i] = (i * 7) % 5 - 2;
    for (int i = 0; i < CHANNELS; i++)
        bias[i] = i;
    if (layer(in, weights, bias, out, H, W) != 0)
        return 1;
    for (int i = 0; i < CHANNELS * (H - K + 1) * (W - K + 1); i++)
        sum = 0.99 * sum + out[i];
    printf("%a\n", sum);
    return 0;
}
