#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
/* yuv conversion + chroma subsample; unsigned w,h; int n = w*h flat loops */
int convert(const uint8_t *rgb, unsigned w, unsigned h, uint8_t *luma, uint8_t *cb)
{
    unsigned n = w * h, i;
    int *yy = malloc(n * sizeof *yy), *bb = malloc(n * sizeof *bb);
    if (!yy || !bb) {
        free(yy);
        free(bb);
        return 1;
    }
    for (i = 0; i < n; i++) {
        int r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
        yy[i] = (66 * r + 129 * g + 25 * b + 128) / 256 + 16;
        bb[i] = (-38 * r - 74 * g + 112 * b + 128) / 256 + 128;
        luma[i] = (uint8_t)yy[i];
        if (i % 2 == 1)
            cb[i / 2] = (uint8_t)((bb[i] + bb[i - 1]) / 2);
    }
    free(yy);
    free(bb);
    return 0;
}
int main(void)
{
    static uint8_t rgb[3 * 48 * 36], y[48 * 36], c[48 * 36 / 2];
    unsigned s = 0;
    for (unsigned i = 0; i < sizeof rgb; i++)
        rgb[i] = (uint8_t)(i * 29u % 256u);
    s += (unsigned)convert(rgb, 48, 36, y, c);
    for (unsigned i = 0; i < 48 * 36; i++)
        s = s * 3u + y[i] + c[i / 2];
    printf("%u\n", s);
    return 0;
}
