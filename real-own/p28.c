#include <stdio.h>
#include <stdlib.h>
/* convolutional layer + bias + relu + pooling by output channel, sizes in a const struct */
typedef struct { int c, h, w, k; } layer;
void conv(const layer *l, const float *in, const float *wt, float *out)
{
    const int c = l->c, h = l->h, w = l->w, k = l->k;
    const int oh = h - 2, ow = w - 2;
    float *act = malloc(sizeof(float) * (size_t)k * oh * ow);
    for (int o = 0; o < k; o++) {
        for (int y = 0; y < oh; y++)
            for (int x = 0; x < ow; x++) {
                float s = 0;
                for (int i = 0; i < c; i++)
                    for (int dy = 0; dy < 3; dy++)
                        for (int dx = 0; dx < 3; dx++)
                            s += in[(i * h + y + dy) * w + x + dx] * wt[((o * c + i) * 3 + dy) * 3 + dx];
                act[(o * oh + y) * ow + x] = s > 0 ? s : 0;
            }
        for (int y = 0; y < oh / 2; y++)
            for (int x = 0; x < ow / 2; x++) {
                float a = act[(o * oh + 2 * y) * ow + 2 * x], b = act[(o * oh + 2 * y + 1) * ow + 2 * x + 1];
                out[(o * (oh / 2) + y) * (ow / 2) + x] = a > b ? a : b;
            }
    }
    free(act);
}
int main(void)
{
    layer l = { 3, 20, 18, 4 };
    float *in = malloc(sizeof(float) * 3 * 20 * 18), *wt = malloc(sizeof(float) * 4 * 3 * 9), *out = calloc(4 * 9 * 8, sizeof(float));
    for (int i = 0; i < 3 * 20 * 18; i++)
        in[i] = (float)(i % 7) - 3;
    for (int i = 0; i < 4 * 27; i++)
        wt[i] = (float)(i % 5) - 2;
    conv(&l, in, wt, out);
    double s = 0;
    for (int i = 0; i < 4 * 9 * 8; i++)
        s += out[i] * (i + 1);
    printf("%.3f\n", s);
    free(in);
    free(wt);
    free(out);
    return 0;
}
