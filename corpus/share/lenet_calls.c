/*
 * A convolution network for digits: one function for each kind of layer, one array for each result.
 *
 * Expected:
 *   11 arrays become 2: of the size of the first layer, and of the first pooled one
 */
#include <stdio.h>
#include <stdlib.h>
#define IN_H 28
#define IN_W 28
static void conv2d(const float *in, int cin, int h, int w, const float *k,
                   const float *bias, int cout, int ks, float *out)
{
    int oh = h - ks + 1, ow = w - ks + 1;
    for (int o = 0; o < cout; o++)
        for (int y = 0; y < oh; y++)
            for (int x = 0; x < ow; x++) {
                float s = bias[o];
                for (int c = 0; c < cin; c++)
                    for (int j = 0; j < ks; j++)
                        for (int i = 0; i < ks; i++)
                            s += in[(c * h + y + j) * w + x + i] * k[((o * cin + c) * ks + j) * ks + i];
                out[(o * oh + y) * ow + x] = s;
            }
}

static void relu(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] > 0 ? in[i] : 0;
}

static void maxpool(const float *in, int c, int h, int w, float *out)
{
    for (int k = 0; k < c; k++)
        for (int y = 0; y < h / 2; y++)
            for (int x = 0; x < w / 2; x++) {
                float m = in[(k * h + 2 * y) * w + 2 * x];
                for (int j = 0; j < 2; j++)
                    for (int i = 0; i < 2; i++)
                        if (in[(k * h + 2 * y + j) * w + 2 * x + i] > m)
                            m = in[(k * h + 2 * y + j) * w + 2 * x + i];
                out[(k * (h / 2) + y) * (w / 2) + x] = m;
            }
}

static void dense(const float *in, int n, const float *wt, const float *b, float *out, int m)
{
    for (int o = 0; o < m; o++) {
        float s = b[o];
        for (int i = 0; i < n; i++)
            s += in[i] * wt[o * n + i];
        out[o] = s;
    }
}

static void softmax(const float *in, float *out, int n)
{
    float m = in[0], sum = 0;
    for (int i = 1; i < n; i++)
        if (in[i] > m) m = in[i];
    for (int i = 0; i < n; i++) {
        out[i] = 1 / (1 + m - in[i]);
        sum += out[i];
    }
    for (int i = 0; i < n; i++)
        out[i] /= sum;
}

static float k1[6 * 25], b1[6], k2[16 * 6 * 25], b2[16];
static float w3[120 * 256], b3[120], w4[84 * 120], b4[84], w5[10 * 84], b5[10];

static int infer(const float *image, float *prob)
{
    float *c1 = malloc(6 * 24 * 24 * sizeof(float));
    float *r1 = malloc(6 * 24 * 24 * sizeof(float));
    float *p1 = malloc(6 * 12 * 12 * sizeof(float));
    float *c2 = malloc(16 * 8 * 8 * sizeof(float));
    float *r2 = malloc(16 * 8 * 8 * sizeof(float));
    float *p2 = malloc(16 * 4 * 4 * sizeof(float));
    float *f3 = malloc(120 * sizeof(float));
    float *r3 = malloc(120 * sizeof(float));
    float *f4 = malloc(84 * sizeof(float));
    float *r4 = malloc(84 * sizeof(float));
    float *f5 = malloc(10 * sizeof(float));
    if (!c1 || !r1 || !p1 || !c2 || !r2 || !p2
        || !f3 || !r3 || !f4 || !r4 || !f5)
        return -1;
    conv2d(image, 1, IN_H, IN_W, k1, b1, 6, 5, c1);
    relu(c1, r1, 6 * 24 * 24);
    maxpool(r1, 6, 24, 24, p1);
    conv2d(p1, 6, 12, 12, k2, b2, 16, 5, c2);
    relu(c2, r2, 16 * 8 * 8);
    maxpool(r2, 16, 8, 8, p2);
    dense(p2, 256, w3, b3, f3, 120);
    relu(f3, r3, 120);
    dense(r3, 120, w4, b4, f4, 84);
    relu(f4, r4, 84);
    dense(r4, 84, w5, b5, f5, 10);
    softmax(f5, prob, 10);
    int best = 0;
    for (int i = 1; i < 10; i++)
        if (prob[i] > prob[best])
            best = i;
    free(c1); free(r1); free(p1); free(c2); free(r2); free(p2);
    free(f3); free(r3); free(f4); free(r4); free(f5);
    return best;
}
int main(void)
{
    static float img[IN_H * IN_W];
    float prob[10];
    for (int i = 0; i < IN_H * IN_W; i++) img[i] = (i * 7 % 13) / 13.0f;
    for (int i = 0; i < 6*25; i++) k1[i] = ((i * 5) % 11 - 5) / 11.0f;
    for (int i = 0; i < 16*6*25; i++) k2[i] = ((i * 3) % 17 - 8) / 34.0f;
    for (int i = 0; i < 120*256; i++) w3[i] = ((i * 7) % 19 - 9) / 100.0f;
    for (int i = 0; i < 84*120; i++) w4[i] = ((i * 11) % 23 - 11) / 100.0f;
    for (int i = 0; i < 84*10; i++) w5[i] = ((i * 13) % 29 - 14) / 100.0f;
    int b = infer(img, prob);
    printf("%d\n", b);
    for (int i = 0; i < 10; i++) printf("%.6f\n", prob[i]);
    return 0;
}
