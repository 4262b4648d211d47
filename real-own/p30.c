#include <stdio.h>
#include <stdlib.h>
/* dilate / erode with size_t and a helper for clamped access */
typedef unsigned char pix;
static size_t clampz(long v, size_t n)
{
    return v < 0 ? 0 : (size_t)v >= n ? n - 1 : (size_t)v;
}
pix *opening(const pix *img, size_t w, size_t h)
{
    pix *ero = malloc(w * h), *res = malloc(w * h);
    if (!ero || !res) {
        free(ero);
        free(res);
        return NULL;
    }
    for (size_t y = 0; y < h; ++y) {
        for (size_t x = 0; x < w; ++x) {
            pix m = 255;
            for (long d = -1; d <= 1; ++d) {
                pix v = img[y * w + clampz((long)x + d, w)];
                if (v < m)
                    m = v;
            }
            ero[y * w + x] = m;
        }
        for (size_t x = 0; x < w; ++x) {
            pix m = 0;
            for (long d = -1; d <= 1; ++d) {
                pix v = ero[y * w + clampz((long)x + d, w)];
                if (v > m)
                    m = v;
            }
            res[y * w + x] = m;
        }
    }
    free(ero);
    return res;
}
int main(void)
{
    size_t w = 40, h = 30;
    pix *a = malloc(w * h);
    for (size_t i = 0; i < w * h; i++)
        a[i] = (pix)(i * 41 % 256);
    pix *b = opening(a, w, h);
    unsigned s = 0;
    for (size_t i = 0; b && i < w * h; i++)
        s = s * 7u + b[i];
    printf("%u\n", s);
    free(a);
    free(b);
    return 0;
}
