/*
 * Two layers of a small convolutional network over images in flat arrays, in the order image, channel, row, column:
 * a padded convolution with bias, a rectifier, pooling, and a second layer of one kernel per channel.
 *
 * Expected:
 *   padded  one image: each is padded when its turn comes
 *   conv    one channel of one image
 *   relu    one channel of one image
 *   pooled  one image: the second layer sums over all channels
 */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 12 /* rows */
#endif
#ifndef W
#define W 16 /* columns */
#endif
#define IMAGES 3
#define CHANNELS 2
#define KERNELS 4

/* Place of an element among `c` channels of `h` rows and `w` columns. */
#define NCHW(n, i, y, x, c, h, w) ((((n) * (c) + (i)) * (h) + (y)) * (w) + (x))

static int layers(int n, int c, int k, int h, int w, const float *in, const float *weights, const float *bias,
                  const float *mix, float *out)
{
    const int ph = h / 2, pw = w / 2;
    float *padded = malloc((size_t)n * c * (h + 2) * (w + 2) * sizeof *padded);
    float *conv = malloc((size_t)n * k * h * w * sizeof *conv);
    float *relu = malloc((size_t)n * k * h * w * sizeof *relu);
    float *pooled = malloc((size_t)n * k * ph * pw * sizeof *pooled);

    if (!padded || !conv || !relu || !pooled) {
        free(padded);
        free(conv);
        free(relu);
        free(pooled);
        return 1;
    }
    for (int b = 0; b < n; b++) {
        for (int i = 0; i < c; i++)
            for (int y = 0; y < h + 2; y++)
                for (int x = 0; x < w + 2; x++)
                    padded[NCHW(b, i, y, x, c, h + 2, w + 2)] =
                        y > 0 && y <= h && x > 0 && x <= w ? in[NCHW(b, i, y - 1, x - 1, c, h, w)] : 0;
        for (int o = 0; o < k; o++) {
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++) {
                    float sum = bias[o];
                    for (int i = 0; i < c; i++)
                        for (int dy = 0; dy < 3; dy++)
                            for (int dx = 0; dx < 3; dx++)
                                sum += weights[((o * c + i) * 3 + dy) * 3 + dx]
                                     * padded[NCHW(b, i, y + dy, x + dx, c, h + 2, w + 2)];
                    conv[NCHW(b, o, y, x, k, h, w)] = sum;
                }
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++) {
                    const float v = conv[NCHW(b, o, y, x, k, h, w)];
                    relu[NCHW(b, o, y, x, k, h, w)] = v > 0 ? v : 0.1f * v;
                }
            for (int y = 0; y < ph; y++)
                for (int x = 0; x < pw; x++)
                    pooled[NCHW(b, o, y, x, k, ph, pw)] =
                        0.25f * (relu[NCHW(b, o, 2 * y, 2 * x, k, h, w)] + relu[NCHW(b, o, 2 * y, 2 * x + 1, k, h, w)]
                                 + relu[NCHW(b, o, 2 * y + 1, 2 * x, k, h, w)]
                                 + relu[NCHW(b, o, 2 * y + 1, 2 * x + 1, k, h, w)]);
        }
        for (int y = 0; y < ph; y++)
            for (int x = 0; x < pw; x++) {
                float sum = 0;
                for (int o = 0; o < k; o++)
                    sum += mix[o] * pooled[NCHW(b, o, y, x, k, ph, pw)];
                out[(b * ph + y) * pw + x] = sum;
            }
    }
    free(padded);
    free(conv);
    free(relu);
    free(pooled);
    return 0;
}

int main(void)
{
    static float in[IMAGES * CHANNELS * H * W], out[IMAGES * (H / 2) * (W / 2)];
    float weights[KERNELS * CHANNELS * 9], bias[KERNELS], mix[KERNELS], sum = 0;

    for (int i = 0; i < IMAGES * CHANNELS * H * W; i++)
        in[i] = (float)(i * 37 % 23 - 11) / 8;
    for (int i = 0; i < KERNELS * CHANNELS * 9; i++)
        weights[i] = (float)(i * 5 % 7 - 3) / 4;
    for (int i = 0; i < KERNELS; i++)
        bias[i] = (float)i / 2, mix[i] = 1.0f / (float)(i + 1);
    if (layers(IMAGES, CHANNELS, KERNELS, H, W, in, weights, bias, mix, out))
        return 1;
    for (int i = 0; i < IMAGES * (H / 2) * (W / 2); i++)
        sum = 0.75f * sum + out[i];
    printf("layers: %a, first %a\n", sum, out[0]);
    return 0;
}
