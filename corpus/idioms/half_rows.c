/* Sizes that are quotients: their names are used for the smaller array too. */
#include <stdio.h>
#include <stdlib.h>

#ifndef H
#define H 13
#endif
#ifndef W
#define W 10
#endif

static void half(int h, int w, const float *in, float *out)
{
    const int cw = (w + 1) / 2, ch = (h + 1) / 2;
    float *u = malloc(sizeof(float) * cw * ch);

    for (int y = 0; y < ch; y++) {
        for (int x = 0; x < cw; x++)
            u[y * cw + x] = in[2 * y * w + 2 * x];
        if (y > 0)
            for (int x = 0; x < cw; x++)
                out[y * cw + x] = u[y * cw + x] - u[(y - 1) * cw + x];
    }
    free(u);
}

/* Of an odd number of columns and rows, the last ones are left out. */
static void pairs(int h, int w, const float *in, float *out)
{
    const int cw = (w + 1) / 2, ch = (h + 1) / 2;
    float *u = malloc(sizeof(float) * cw * ch);

    for (int y = 0; y < h / 2; y++) {
        for (int x = 0; x < w / 2; x++)
            u[y * cw + x] = in[2 * y * w + 2 * x] + in[(2 * y + 1) * w + 2 * x + 1];
        if (y > 0)
            for (int x = 0; x < w / 2; x++)
                out[y * cw + x] = u[y * cw + x] - u[(y - 1) * cw + x];
    }
    free(u);
}

int main(void)
{
    static float in[H * W];
    double sum = 0;

    for (int i = 0; i < H * W; i++)
        in[i] = (float) ((i * 11) % 23) / 8;
    for (int h = 1; h <= H; h++)
        for (int w = 1; w <= W; w++) {
            float out[2][H * W] = {{0}};

            half(h, w, in, out[0]);
            pairs(h, w, in, out[1]);
            for (int i = 0; i < H * W; i++)
                sum = 0.75 * sum + out[0][i] - 2 * out[1][i];
        }
    printf("%a\n", sum);
    return 0;
}
