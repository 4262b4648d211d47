/* Separable blur of a flat image on the heap. */
#include <stdio.h>
#include <stdlib.h>

/* Horizontal pass: the borders are copied. */
static void blur_x(const float *src, float *dst, int w, int h)
{
    for (int y = 0; y < h; y++) {
        dst[y * w] = src[y * w];
        for (int x = 1; x < w - 1; x++)
            dst[y * w + x] = (src[y * w + x - 1] + src[y * w + x] + src[y * w + x + 1]) / 3;
        dst[y * w + w - 1] = src[y * w + w - 1];
    }
}

/* Vertical pass. */
static void blur_y(const float *src, float *dst, int w, int h)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            dst[y * w + x] = (src[(y - 1) * w + x] + src[y * w + x] + src[(y + 1) * w + x]) / 3;
}

void pipeline(const float *img, float *out, int w, int h)
{
    float *t = malloc(w * h * sizeof *t);
    blur_x(img, t, w, h);
    blur_y(t, out, w, h);
    free(t);
}

int main(void)
{
    enum { W = 13, H = 9 };
    static float img[W * H], out[W * H];
    for (int i = 0; i < W * H; i++)
        img[i] = (i * 37 % 101) / 7.0f;
    pipeline(img, out, W, H);
    for (int i = 0; i < W * H; i++)
        printf("%a\n", out[i]);
    return 0;
}
