#include <stdio.h>
#include <stdlib.h>
/* integral image then box mean, flat */
static void box(const unsigned *img, unsigned *out, int w, int h, int r)
{
    unsigned *sum = calloc((size_t)(w + 1) * (size_t)(h + 1), sizeof *sum);
    if (!sum) return;
    for (int y = 1; y <= h; y++)
        for (int x = 1; x <= w; x++)
            sum[y * (w + 1) + x] = img[(y - 1) * w + x - 1] + sum[(y - 1) * (w + 1) + x] + sum[y * (w + 1) + x - 1] - sum[(y - 1) * (w + 1) + x - 1];
    for (int y = r; y < h - r; y++)
        for (int x = r; x < w - r; x++)
            out[y * w + x] = sum[(y + r + 1) * (w + 1) + x + r + 1] - sum[(y - r) * (w + 1) + x + r + 1] - sum[(y + r + 1) * (w + 1) + x - r] + sum[(y - r) * (w + 1) + x - r];
    free(sum);
}
int main(void)
{
    int w = 50, h = 40;
    unsigned *a = malloc(sizeof(unsigned) * (size_t)(w * h)), *b = calloc((size_t)(w * h), sizeof(unsigned));
    for (int i = 0; i < w * h; i++)
        a[i] = (unsigned)i * 7u % 101u;
    box(a, b, w, h, 2);
    unsigned s = 0;
    for (int i = 0; i < w * h; i++)
        s = s * 3u + b[i];
    printf("%u\n", s);
    free(a);
    free(b);
    return 0;
}
