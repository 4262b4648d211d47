#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
/* fused sobel magnitude, rows on the fly */
void sobel(const uint8_t *img, uint16_t *mag, size_t w, size_t h)
{
    int16_t *gx = malloc(w * h * sizeof(int16_t));
    int16_t *gy = malloc(w * h * sizeof(int16_t));
    for (size_t y = 1; y + 1 < h; y++) {
        for (size_t x = 1; x + 1 < w; x++) {
            gx[y * w + x] = (int16_t)(img[y * w + x + 1] - img[y * w + x - 1]);
            gy[y * w + x] = (int16_t)(img[(y + 1) * w + x] - img[(y - 1) * w + x]);
        }
        for (size_t x = 1; x + 1 < w; x++) {
            int a = gx[y * w + x], b = gy[y * w + x];
            mag[y * w + x] = (uint16_t)((a < 0 ? -a : a) + (b < 0 ? -b : b));
        }
    }
    free(gx);
    free(gy);
}
int main(void)
{
    size_t w = 80, h = 50;
    uint8_t *img = malloc(w * h);
    uint16_t *mag = calloc(w * h, sizeof *mag);
    for (size_t i = 0; i < w * h; i++)
        img[i] = (uint8_t)(i * i % 255);
    sobel(img, mag, w, h);
    uint32_t s = 0;
    for (size_t i = 0; i < w * h; i++)
        s = s * 33u + mag[i];
    printf("%u\n", (unsigned)s);
    free(img);
    free(mag);
}
